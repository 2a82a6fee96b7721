import type { DeskRole } from '@/lib/domain/desk/role'
import { deskText } from '@/lib/i18n/desk/text'
import type { DeskViewer } from './desk-document'
import { DeskPage } from './desk-page'
import { Field } from './field'
import { RoleField } from './role-field'
import { PEOPLE } from './desk-paths'
import { IssuerForm } from './issuer-form'

interface Props {
  host: string
  viewer: DeskViewer
  email: string
  role: DeskRole
  problem: string | null
}

/** Asks whom to invite, and as what. */
export function InvitePage({ host, viewer, email, role, problem }: Props) {
  const page = { host, viewer, problem, heading: deskText('invite.heading'), lead: deskText('invite.lead') }
  return (
    <DeskPage {...page} current="/dashboard/people">
      <IssuerForm action="/dashboard/people/invite" className="desk-form">
        <Field
          name="email"
          label={deskText('people.email')}
          type="email"
          required
          maxLength={200}
          autoComplete="off"
          defaultValue={email}
        />
        <RoleField role={role} />
        <button type="submit" className="button primary">
          {deskText('invite.submit')}
        </button>
      </IssuerForm>
      <p>
        <a href={PEOPLE}>{deskText('people.back')}</a>
      </p>
    </DeskPage>
  )
}
