import { DeskPage } from '@/components/desk/desk-page'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { deskText } from '@/lib/i18n/desk/text'
import { WEBHOOKS } from './webhook-of-desk'

/** The secret of a new webhook, shown this once. */
export function WebhookSecretPage(props: { host: string; viewer: DeskViewer; id: string; secret: string }) {
  const { host, viewer, id, secret } = props
  const page = { host, viewer, heading: deskText('webhookSecret.heading'), lead: deskText('webhookSecret.lead') }
  return (
    <DeskPage {...page} current={WEBHOOKS}>
      <p>
        <code id="secret" className="key-secret" translate="no" dir="ltr">
          {secret}
        </code>
      </p>
      <p className="buttons">
        <button type="button" className="button" data-copy="secret" hidden>
          {deskText('keySecret.copy')}
        </button>
        <span role="status" data-copied hidden>
          {deskText('keySecret.copied')}
        </span>
      </p>
      <p className="plain">{deskText('keySecret.keep')}</p>
      <p className="buttons desk-actions">
        <a className="button primary" href={`${WEBHOOKS}/${id}`}>
          {deskText('webhookSecret.next')}
        </a>
      </p>
    </DeskPage>
  )
}
