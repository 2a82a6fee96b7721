import { NotFoundBanner } from '@/components/verdict/not-found-banner'
import { Retry } from '@/components/verdict/retry'
import { VerdictBanner } from '@/components/verdict/verdict-banner'
import { FILE_PATH, type VerdictView } from '@/components/verdict/verdict-view'
import { unknownSerial } from '@/lib/domain/certificate/unknown-serial'
import type { Translator } from '@/lib/i18n/translate'
import { LinkBanner } from './link-banner'

interface Props {
  view: Exclude<VerdictView, { kind: 'answer' | 'file_several' | 'file_unknown' | 'file_refused' }>
  translator: Translator
}

/** Heading and sentences for a check that did not run, or that found no certificate. */
export function FailureBanner({ view, translator }: Props) {
  const { t } = translator
  const { pathname, search } = new URL(view.address)
  const path = pathname + search
  // A file would have to be sent again, which is for the person to say.
  const again = pathname === FILE_PATH ? 'manual' : 'auto'
  switch (view.kind) {
    case 'not_found':
      return <NotFoundBanner unknown={unknownSerial(view.serial)} translator={translator} />
    case 'link_elsewhere':
      return <LinkBanner {...view.link} ours={view.host} translator={translator} />
    case 'could_not_check':
      return (
        <VerdictBanner tone="unknown" heading={t('couldNotCheck.heading')}>
          <p>{t('couldNotCheck.sentence')}</p>
          {view.isLost ? (
            <p>{t('couldNotCheck.lost')}</p>
          ) : (
            <Retry translator={translator} href={path} seconds={view.retryAfterSeconds} mode={again} />
          )}
        </VerdictBanner>
      )
    case 'too_many':
      return (
        <VerdictBanner tone="unknown" heading={t('tooMany.heading')}>
          <p>{t('tooMany.sentence')}</p>
          <Retry translator={translator} href={path} seconds={view.retryAfterSeconds} mode="manual" />
        </VerdictBanner>
      )
    case 'prefetch':
      return (
        <VerdictBanner tone="unknown" heading={t('prefetch.heading')}>
          <p>{t('prefetch.sentence')}</p>
          <div className="retry">
            <a className="button primary" href={path}>
              {t('prefetch.link')}
            </a>
          </div>
        </VerdictBanner>
      )
  }
}
