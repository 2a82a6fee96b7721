import { DeskPage } from '@/components/desk/desk-page'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { deskText } from '@/lib/i18n/desk/text'

/** A new key, shown this once. */
export function KeySecretPage(props: { host: string; viewer: DeskViewer; secret: string }) {
  const { host, viewer, secret } = props
  const page = { host, viewer, heading: deskText('keySecret.heading'), lead: deskText('keySecret.lead') }
  return (
    <DeskPage {...page} current="/dashboard/keys">
      <p>
        <code id="secret" dir="ltr" className="key-secret" translate="no">
          {secret}
        </code>
      </p>
      <p className="buttons">
        <button type="button" className="button primary" data-copy="secret" hidden>
          {deskText('keySecret.copy')}
        </button>
        <span role="status" data-copied hidden>
          {deskText('keySecret.copied')}
        </span>
      </p>
      <p className="plain">{deskText('keySecret.keep')}</p>
      <p className="buttons desk-actions">
        <a className="button" href="/dashboard/keys/first-request">
          {deskText('keys.firstRequest')}
        </a>
        <a className="button" href="/dashboard/keys">
          {deskText('keySecret.kept')}
        </a>
      </p>
    </DeskPage>
  )
}
