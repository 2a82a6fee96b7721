import { watchStopPath } from './watch-paths'
import { type WatchPageProps, WatchSheet } from './watch-sheet'

interface Props extends WatchPageProps {
  secret: string
  /** What came of its button; `nothing`: no messages belong to the link. */
  state: 'asked' | 'ended' | 'nothing'
  problem?: string | null
}

/** Where each notice leads to end all of them: a button, and then that it is done. */
export function WatchStopPage({ translator, host, secret, state, problem = null }: Props) {
  const { t } = translator
  const path = watchStopPath(secret)
  if (state !== 'asked') {
    const isEnded = state === 'ended'
    return (
      <WatchSheet {...{ translator, host, path }} heading={t(isEnded ? 'watch.nothing' : 'watch.stopNothing')}>
        <p className="lead">{t(isEnded ? 'watch.nothingLead' : 'watch.stopNothingLead')}</p>
      </WatchSheet>
    )
  }
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
