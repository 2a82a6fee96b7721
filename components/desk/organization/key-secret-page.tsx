import { DeskPage } from '@/components/desk/desk-page'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { ShownSecret } from '@/components/desk/shown-secret'
import { deskText } from '@/lib/i18n/desk/text'

/** A new key, shown this once. */
export function KeySecretPage(props: { host: string; viewer: DeskViewer; secret: string }) {
  const { host, viewer, secret } = props
  const page = { host, viewer, heading: deskText('keySecret.heading'), lead: deskText('keySecret.lead') }
  return (
    <DeskPage {...page} current="/dashboard/keys">
      <ShownSecret secret={secret} primary />
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
