import { DeskMoment } from '@/components/desk/desk-moment'
import { DeskPage } from '@/components/desk/desk-page'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import type { FormProblem } from '@/components/desk/field-problem'
import { TextField } from '@/components/desk/text-field'
import { deskParts, deskText } from '@/lib/i18n/desk/text'
import type { DeskApiKey } from './desk-key'
import { FormPage } from './form-page'

interface Props {
  host: string
  viewer: DeskViewer
  apiKey: DeskApiKey
  typed: string
  problem: FormProblem
}

/** Asks why a key is revoked. */
export function RevokeKeyPage({ host, viewer, apiKey, typed, problem }: Props) {
  const heading = deskText('revokeKey.heading', { name: apiKey.name })
  const page = { host, viewer, problem, heading, lead: deskText('revokeKey.lead'), current: '/dashboard/keys' }
  const back = deskText('keys.back')
  const about = <About apiKey={apiKey} />
  if (apiKey.revokedAt)
    return (
      <DeskPage {...page}>
        {about}
        <p>{deskText('revokeKey.already')}</p>
        <p>
          <a href={page.current}>{back}</a>
        </p>
      </DeskPage>
    )
  const action = `/dashboard/keys/${apiKey.id}/revoke`
  return (
    <FormPage {...page} about={about} action={action} submit={deskText('revokeKey.submit')} back={back}>
      <TextField
        name="reason"
        label={deskText('revokeKey.reason')}
        hint={deskText('reason.inside')}
        required
        maxLength={1000}
        defaultValue={typed}
        problem={problem}
      />
    </FormPage>
  )
}

function About({ apiKey }: Pick<Props, 'apiKey'>) {
  return (
    <>
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
    </>
  )
}
