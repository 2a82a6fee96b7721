import { deskText } from '@/lib/i18n/desk/text'
import { deskMoment } from '@/lib/i18n/desk/times'
import type { WebhookOfDesk } from './webhook-of-desk'

/** How a webhook stands, in words. */
export function WebhookStateWord({ state, failingSince }: Pick<WebhookOfDesk, 'state' | 'failingSince'>) {
  return (
    <>
      {deskText(`webhooks.state.${state}`)}
      {state === 'active' && failingSince && (
        <p className="quiet">{deskText('webhooks.failing', { moment: deskMoment(failingSince) })}</p>
      )}
    </>
  )
}
