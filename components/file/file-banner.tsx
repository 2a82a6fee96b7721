import { CheckManyButton } from '@/components/many/check-many-button'
import { VerdictBanner } from '@/components/verdict/verdict-banner'
import { FILE_PATH, type VerdictView } from '@/components/verdict/verdict-view'
import type { DocumentWire } from '@/lib/contract/check/document'
import type { Translator } from '@/lib/i18n/translate'

type FileView = Extract<VerdictView, { kind: 'file_several' | 'file_unknown' | 'file_refused' }>

/** Whether the outcome is about a file that leads to no single certificate. */
export function isFileView(view: VerdictView): view is FileView {
  return view.kind === 'file_several' || view.kind === 'file_unknown' || view.kind === 'file_refused'
}

/** The serials of a file that names several certificates. */
export function namedSerials({ findings }: DocumentWire): readonly string[] {
  return findings.find(({ id }) => id === 'several_certificates')?.serials ?? []
}

/** Heading and sentences where a file leads to no one certificate. */
export function FileBanner({ view, translator }: { view: FileView; translator: Translator }) {
  const { t } = translator
  switch (view.kind) {
    case 'file_several':
      return (
        <VerdictBanner tone="unknown" heading={t('fileSeveral.heading')} decision={t('fileSeveral.sentence')}>
          <p>{t('fileSeveral.why')}</p>
          <div className="retry">
            <CheckManyButton serials={namedSerials(view.document)} translator={translator} />
          </div>
        </VerdictBanner>
      )
    case 'file_unknown':
      return (
        <VerdictBanner tone="stop" heading={t('fileUnknown.heading')} decision={t('fileUnknown.sentence')}>
          <p>{t(view.sent ? 'fileUnknown.why' : 'fileUnknown.fingerprint')}</p>
        </VerdictBanner>
      )
    case 'file_refused':
      return (
        <VerdictBanner tone="unknown" heading={t('fileRefused.heading')}>
          <p>{t(view.reason === 'too_large' ? 'fileRefused.tooLarge' : 'fileRefused.unreadable')}</p>
          <p>{t('fileRefused.nothing')}</p>
          <div className="retry">
            <a className="button primary" href={FILE_PATH}>
              {t('fileForm.again')}
            </a>
          </div>
        </VerdictBanner>
      )
  }
}
