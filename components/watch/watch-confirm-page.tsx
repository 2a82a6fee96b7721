import { REFUSED_DAYS } from '@/lib/domain/watch/watch-limits'
import { watchConfirmPath } from './watch-paths'
import { type WatchPageProps, WatchSheet } from './watch-sheet'

interface Props extends WatchPageProps {
  secret: string
  state: 'asked' | 'before' | 'refused'
  problem?: string | null
}

/**
 * Where the first message leads. Nothing is looked up for it, so that a mail program which opens links confirms nothing:
 * its buttons do.
 */
export function WatchConfirmPage({ translator, host, secret, state, problem = null }: Props) {
  const { t } = translator
  const path = watchConfirmPath(secret)
  const days = { days: REFUSED_DAYS }
  if (state === 'refused')
    return (
      <WatchSheet {...{ translator, host, path }} heading={t('watch.refused', days)}>
        <p className="lead">{t('watch.refusedLead')}</p>
      </WatchSheet>
    )
  if (state === 'before')
    return (
      <WatchSheet {...{ translator, host, path }} heading={t('watch.confirmedBefore')}>
        <p className="lead">{t('watch.confirmedBeforeLead')}</p>
      </WatchSheet>
    )
  return (
    <WatchSheet {...{ translator, host, path, problem }} heading={t('watch.confirmHeading')}>
      <p className="lead">{t('watch.confirmLead')}</p>
      <form method="post" action={path}>
        <button type="submit" name="action" value="confirm" className="button primary">
          {t('watch.confirm')}
        </button>
      </form>
      <h2 className="watch-next">{t('watch.refuseHeading')}</h2>
      <p className="plain">{t('watch.refuseHint', days)}</p>
      <form method="post" action={path}>
        <button type="submit" name="action" value="refuse" className="button">
          {t('watch.refuse')}
        </button>
      </form>
    </WatchSheet>
  )
}
