import { watchStopPath } from './watch-paths'
import { type WatchPageProps, WatchSheet } from './watch-sheet'

interface Props extends WatchPageProps {
  secret: string
  stopped: boolean
  problem?: string | null
}

/** Where each notice leads to end all of them: a button, and then that it is done. */
export function WatchStopPage({ translator, host, secret, stopped, problem = null }: Props) {
  const { t } = translator
  const path = watchStopPath(secret)
  if (stopped)
    return (
      <WatchSheet {...{ translator, host, path }} heading={t('watch.nothing')}>
        <p className="lead">{t('watch.nothingLead')}</p>
      </WatchSheet>
    )
  return (
    <WatchSheet {...{ translator, host, path, problem }} heading={t('watch.stopHeading')}>
      <p className="lead">{t('watch.stopLead')}</p>
      <form method="post" action={path}>
        <button type="submit" className="button primary">
          {t('watch.stop')}
        </button>
      </form>
    </WatchSheet>
  )
}
