import { DeskMoment } from '@/components/desk/desk-moment'
import { DeskTable } from '@/components/desk/desk-table'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { IssuerForm } from '@/components/desk/organization/issuer-form'
import { DESK_ENGLISH, type DeskKey } from '@/lib/i18n/desk/catalogues'
import { deskText } from '@/lib/i18n/desk/text'
import { WEBHOOKS } from './webhook-of-desk'
import { webhookResult } from './webhook-result'

/** Something that a webhook was told, or is to be. */
export interface DeliveryOfDesk {
  id: string
  kind: string
  occurredAt: Date
  state: 'queued' | 'sending' | 'delivered' | 'failed'
  attempts: number
  finishedAt: Date | null
  lastResult: string | null
}

interface Props {
  viewer: DeskViewer
  webhookId: string
  /** Whether one may be sent again. */
  active: boolean
  deliveries: readonly DeliveryOfDesk[]
}

/** What a webhook was told, the newest first. */
export function DeliveriesTable({ viewer, webhookId, active, deliveries }: Props) {
  const columns = (['event', 'when', 'delivery', 'answer', 'again'] as const).map((name) => deskText(`webhook.${name}`))
  return (
    <DeskTable
      caption={deskText('webhook.deliveries')}
      spoken
      action
      columns={columns}
      rows={deliveries.map((delivery) => ({
        key: delivery.id,
        cells: [
          kindWords(delivery.kind),
          <DeskMoment key="when" date={delivery.occurredAt} />,
          stateWords(delivery),
          delivery.lastResult === null ? '–' : webhookResult(delivery.lastResult),
          active && delivery.finishedAt ? (
            <IssuerForm key="again" viewer={viewer} action={`${WEBHOOKS}/${webhookId}`}>
              <input type="hidden" name="do" value="replay" />
              <input type="hidden" name="delivery" value={delivery.id} />
              <input type="hidden" name="finished" value={delivery.finishedAt.toISOString()} />
              <button type="submit" className="button">
                {deskText('webhook.sendAgain')}
              </button>
            </IssuerForm>
          ) : (
            ''
          ),
        ],
      }))}
    />
  )
}

function kindWords(kind: string): string {
  const key = `webhooks.kind.${kind}`
  return Object.hasOwn(DESK_ENGLISH, key) ? deskText(key as DeskKey) : kind
}

function stateWords({ state, attempts }: DeliveryOfDesk): string {
  return state === 'queued' ? deskText('webhook.delivery.queued', { attempts }) : deskText(`webhook.delivery.${state}`)
}
