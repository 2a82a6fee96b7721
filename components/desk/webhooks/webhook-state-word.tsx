import { deskText } from '@/lib/i18n/desk/text'
import { deskMoment } from '@/lib/i18n/desk/times'
import { ONLY_LOST, type WebhookOfDesk, WEBHOOKS } from './webhook-of-desk'

/** How a webhook stands, in words, and what was lost. */
export function WebhookStateWord({
  id,
  state,
  failingSince,
  lost,
}: Pick<WebhookOfDesk, 'id' | 'state' | 'failingSince' | 'lost'>) {
  return (
    <>
      {deskText(`webhooks.state.${state}`)}
      {state === 'active' && failingSince && (
        <p className="quiet">{deskText('webhooks.failing', { moment: deskMoment(failingSince) })}</p>
      )}
      {lost > 0 && (
        <p>
          <a href={`${WEBHOOKS}/${id}?${ONLY_LOST}`}>{deskText('webhooks.lost', { count: lost })}</a>
        </p>
      )}
    </>
  )
}
