import { DeskPage } from '@/components/desk/desk-page'
import { PEOPLE } from '@/components/desk/desk-paths'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { Field } from '@/components/desk/field'
import { OnceField } from '@/components/desk/once-field'
import type { DeskRole } from '@/lib/domain/desk/role'
import { deskText } from '@/lib/i18n/desk/text'
import { IssuerForm } from './issuer-form'
import { RoleField } from './role-field'

interface Props {
  host: string
  viewer: DeskViewer
  once: string
  email: string
  role: DeskRole
  /** The link goes to them by mail. */
  mail: boolean
  problem: string | null
}

/** Asks whom to invite, and as what. */
export function InvitePage({ host, viewer, once, email, role, mail, problem }: Props) {
  const page = {
    host,
    viewer,
    problem,
    heading: deskText('invite.heading'),
    lead: deskText(mail ? 'invite.mailLead' : 'invite.lead'),
  }
  return (
    <DeskPage {...page} current="/dashboard/people">
      <IssuerForm viewer={viewer} action="/dashboard/people/invite" className="desk-form">
        <OnceField once={once} />
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
          {deskText(mail ? 'invite.mailSubmit' : 'invite.submit')}
        </button>
      </IssuerForm>
      <p>
        <a href={PEOPLE}>{deskText('people.back')}</a>
      </p>
    </DeskPage>
  )
}
