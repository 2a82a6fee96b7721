import { HOME } from '@/components/site/site-links'
import { REQUESTS_OF_ADDRESS } from '@/lib/domain/watch/watch-limits'
import { WATCH_SENT } from './watch-paths'
import { type WatchPageProps, WatchSheet } from './watch-sheet'

/** What a visitor sees after a request, whatever came of it: only the inbox tells more. */
export function WatchSentPage({ translator, host }: WatchPageProps) {
  const { t } = translator
  return (
    <WatchSheet {...{ translator, host }} path={WATCH_SENT} heading={t('watch.sentHeading')}>
      <p className="lead">{t('watch.sent')}</p>
      <p className="plain">{t('watch.sentNone', { most: REQUESTS_OF_ADDRESS })}</p>
      <p>
        <a className="button" href={HOME}>
          {t('link.home')}
        </a>
      </p>
    </WatchSheet>
  )
}
