import { DeskPage } from '@/components/desk/desk-page'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { ShownSecret } from '@/components/desk/shown-secret'
import { deskText } from '@/lib/i18n/desk/text'
import { WEBHOOKS } from './webhook-of-desk'

/** The secret of a new webhook, shown this once. */
export function WebhookSecretPage(props: { host: string; viewer: DeskViewer; id: string; secret: string }) {
  const { host, viewer, id, secret } = props
  const page = { host, viewer, heading: deskText('webhookSecret.heading'), lead: deskText('webhookSecret.lead') }
  return (
    <DeskPage {...page} current={WEBHOOKS}>
      <ShownSecret secret={secret} />
      <p className="buttons desk-actions">
        <a className="button primary" href={`${WEBHOOKS}/${id}`}>
          {deskText('webhookSecret.next')}
        </a>
      </p>
    </DeskPage>
  )
}
