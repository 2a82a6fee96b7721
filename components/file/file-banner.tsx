import { CheckManyButton } from '@/components/many/check-many-button'
import { VerdictBanner } from '@/components/verdict/verdict-banner'
import { FILE_PATH, type VerdictView } from '@/components/verdict/verdict-view'
import type { DocumentWire } from '@/lib/contract/check/document'
import type { Translator } from '@/lib/i18n/translate'
import { WrongBox } from './wrong-box'

type FileView = Extract<VerdictView, { kind: 'file_several' | 'file_unknown' | 'file_refused' }>

/** Whether the outcome is about a file that leads to no single certificate. */
export function isFileView(view: VerdictView): view is FileView {
  return view.kind === 'file_several' || view.kind === 'file_unknown' || view.kind === 'file_refused'
}

/** The serials of a file that names several certificates. */
export function namedSerials({ findings }: DocumentWire): readonly string[] {
  return findings.find(({ id }) => id === 'several_certificates')?.serials ?? []
}

const REFUSED = {
  empty: 'drop.empty',
  too_large: 'fileRefused.tooLarge',
  unreadable: 'fileRefused.unreadable',
  more_pages: 'fileRefused.morePages',
  picture: 'fileRefused.picture',
} as const

/** Heading and sentences where a file leads to no one certificate. */
export function FileBanner({ view, translator }: { view: FileView; translator: Translator }) {
  const { t } = translator
  switch (view.kind) {
    case 'file_several':
      return (
        <VerdictBanner tone="unknown" heading={t('fileSeveral.heading')} decision={t('fileSeveral.sentence')}>
          <p>{t('fileSeveral.why')}</p>
          <div className="retry">
            <CheckManyButton list={namedSerials(view.document).join('\n')} translator={translator} />
          </div>
        </VerdictBanner>
      )
    case 'file_unknown':
      return view.sent ? (
        <VerdictBanner tone="stop" heading={t('fileUnknown.heading')} decision={t('fileUnknown.sentence')}>
          <p>{t('fileUnknown.why')}</p>
        </VerdictBanner>
      ) : (
        // Saved once more, a genuine file has another fingerprint.
        <VerdictBanner tone="unknown" heading={t('fileRefused.heading')}>
          <p>{t('fileUnknown.fingerprint')}</p>
          <p>{t('fileRefused.nothing')}</p>
        </VerdictBanner>
      )
    case 'file_refused':
      return (
        <VerdictBanner tone="unknown" heading={t('fileRefused.heading')}>
          {!view.belongs && <p>{t(REFUSED[view.reason])}</p>}
          <p>{t('fileRefused.nothing')}</p>
          {view.belongs ? (
            <WrongBox belongs={view.belongs} translator={translator} />
          ) : (
            <div className="retry">
              <a className="button primary" href={FILE_PATH}>
                {t('fileForm.again')}
              </a>
            </div>
          )}
        </VerdictBanner>
      )
  }
}
