import { PEOPLE } from '@/components/desk/desk-paths'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { Field } from '@/components/desk/field'
import type { FormProblem } from '@/components/desk/field-problem'
import { OnceField } from '@/components/desk/once-field'
import type { DeskRole } from '@/lib/domain/desk/role'
import { deskText } from '@/lib/i18n/desk/text'
import { FormPage } from './form-page'
import { RoleField } from './role-field'

interface Props {
  host: string
  viewer: DeskViewer
  once: string
  email: string
  role: DeskRole
  /** The link goes to them by mail. */
  mail: boolean
  problem: FormProblem
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
    <FormPage
      {...page}
      current={PEOPLE}
      action="/dashboard/people/invite"
      submit={deskText(mail ? 'invite.mailSubmit' : 'invite.submit')}
      back={deskText('people.back')}
    >
      <OnceField once={once} />
      <Field
        name="email"
        label={deskText('people.email')}
        type="email"
        required
        maxLength={200}
        autoComplete="off"
        defaultValue={email}
        problem={problem}
      />
      <RoleField role={role} />
    </FormPage>
  )
}
