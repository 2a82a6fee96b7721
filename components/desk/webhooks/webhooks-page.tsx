import { DeskMoment } from '@/components/desk/desk-moment'
import { DeskPage } from '@/components/desk/desk-page'
import { DeskTable } from '@/components/desk/desk-table'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { BreakableAddress } from '@/components/site/breakable-address'
import { deskText } from '@/lib/i18n/desk/text'
import { type WebhookOfDesk, WEBHOOKS } from './webhook-of-desk'
import { WebhookStateWord } from './webhook-state-word'

interface Props {
  host: string
  viewer: DeskViewer
  webhooks: readonly WebhookOfDesk[]
  /** One was removed just now. */
  removed: boolean
}

/** The issuer's webhooks. */
export function WebhooksPage({ host, viewer, webhooks, removed }: Props) {
  const page = { host, viewer, heading: deskText('webhooks.heading'), lead: deskText('webhooks.lead') }
  return (
    <DeskPage {...page} current={WEBHOOKS} done={removed && deskText('webhook.removed')}>
      <p className="buttons desk-actions">
        <a className="button primary" href={`${WEBHOOKS}/new`}>
          {deskText('webhooks.new')}
        </a>
      </p>
      {webhooks.length === 0 ? (
        <p>{deskText('webhooks.none')}</p>
      ) : (
        <DeskTable
          caption={deskText('webhooks.heading')}
          spoken
          columns={(['address', 'events', 'state', 'arrived'] as const).map((name) => deskText(`webhooks.${name}`))}
          rows={webhooks.map((webhook) => ({ key: webhook.id, cells: cellsOf(webhook) }))}
        />
      )}
    </DeskPage>
  )
}

function cellsOf(webhook: WebhookOfDesk) {
  const { id, url, kinds, deliveredAt } = webhook
  return [
    <a key="address" href={`${WEBHOOKS}/${id}`} dir="ltr" translate="no">
      <BreakableAddress text={url} />
    </a>,
    <ul key="events" className="plain-list" role="list">
      {kinds.map((kind) => (
        <li key={kind}>{deskText(`webhooks.kind.${kind}`)}</li>
      ))}
    </ul>,
    <WebhookStateWord key="state" {...webhook} />,
    deliveredAt ? <DeskMoment key="arrived" date={deliveredAt} /> : deskText('webhooks.nothingArrived'),
  ]
}
