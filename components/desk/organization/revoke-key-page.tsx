import { DeskMoment } from '@/components/desk/desk-moment'
import { DeskPage } from '@/components/desk/desk-page'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { TextField } from '@/components/desk/text-field'
import { deskParts, deskText } from '@/lib/i18n/desk/text'
import type { DeskApiKey } from './desk-key'
import { IssuerForm } from './issuer-form'

/** Asks why a key is revoked. */
export function RevokeKeyPage(props: { host: string; viewer: DeskViewer; apiKey: DeskApiKey; problem: string | null }) {
  const { host, viewer, apiKey, problem } = props
  const heading = deskText('revokeKey.heading', { name: apiKey.name })
  return (
    <DeskPage {...{ host, viewer, problem, heading }} lead={deskText('revokeKey.lead')} current="/dashboard/keys">
      <p className="plain">
        {deskParts('desk.labelled', {
          label: deskText('keys.end'),
          value: (
            <code dir="ltr" key="end">
              …{apiKey.lastFour}
            </code>
          ),
        })}
      </p>
      <p className="plain">
        {deskParts('desk.labelled', {
          label: deskText('keys.used'),
          value: apiKey.lastUsedAt ? <DeskMoment key="used" date={apiKey.lastUsedAt} /> : deskText('keys.neverUsed'),
        })}
      </p>
      {apiKey.revokedAt ? (
        <p>{deskText('revokeKey.already')}</p>
      ) : (
        <IssuerForm viewer={viewer} action={`/dashboard/keys/${apiKey.id}/revoke`} className="desk-form">
          <TextField
            name="reason"
            label={deskText('revokeKey.reason')}
            hint={deskText('reason.inside')}
            required
            maxLength={1000}
          />
          <button type="submit" className="button primary">
            {deskText('revokeKey.submit')}
          </button>
        </IssuerForm>
      )}
      <p>
        <a href="/dashboard/keys">{deskText('keys.back')}</a>
      </p>
    </DeskPage>
  )
}
