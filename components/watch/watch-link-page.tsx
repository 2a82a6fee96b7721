import { PrivateLinkForm } from '@/components/site/private-link-form'
import { WATCH_LIST } from './watch-paths'
import { type WatchPageProps, WatchSheet } from './watch-sheet'

/** Where a private link to somebody's watches leads. */
export function WatchLinkPage({ translator, host, problem }: WatchPageProps & { problem: string | null }) {
  const { t } = translator
  return (
    <WatchSheet {...{ translator, host, problem }} path={WATCH_LIST} heading={t('watch.listHeading')} script="passport">
      <p className="lead">{t('watch.linkLead')}</p>
      <PrivateLinkForm translator={translator} action={WATCH_LIST} hint={t('watch.linkHint')} />
    </WatchSheet>
  )
}
