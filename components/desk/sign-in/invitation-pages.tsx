import { DeskDocument } from '@/components/desk/desk-document'
import { Field } from '@/components/desk/field'
import type { FormProblem } from '@/components/desk/field-problem'
import { ProblemNotice } from '@/components/desk/notice'
import type { DeskRole } from '@/lib/domain/desk/role'
import { deskText } from '@/lib/i18n/desk/text'
import { LinkSecretForm } from './link-secret-form'
import { NewPasswordField } from './new-password-field'
import { PasskeyButton } from './passkey-button'

/** The target of an invitation's link: the script takes the secret out of the fragment and posts it. */
export function InvitationLinkPage({ host }: { host: string }) {
  return (
    <DeskDocument host={host} title={deskText('invitation.heading')} viewer={null}>
      <div className="sheet">
        <section>
          <h1>{deskText('invitation.heading')}</h1>
          <LinkSecretForm action="/dashboard/invitation" open={deskText('invitation.open')} />
        </section>
      </div>
    </DeskDocument>
  )
}

interface InvitationProps {
  host: string
  token: string
  invitation: { issuerName: string; email: string; role: DeskRole; until: string }
  /** Who accepts: a new person, one who must sign in first, or the one who is signed in. */
  as: 'new' | 'sign_in_first' | 'signed_in'
  /** What was wrong with what was sent. */
  problem: FormProblem
  name: string
}

/** The invitation itself. */
export function InvitationPage({ host, token, invitation, as, problem, name }: InvitationProps) {
  const { email, role, issuerName: issuer } = invitation
  return (
    <DeskDocument host={host} title={deskText('invitation.heading')} viewer={null}>
      <div className="sheet">
        <section>
          <h1>{deskText('invitation.heading')}</h1>
          <p className="lead">{deskText('invitation.lead', { issuer, email, role: deskText(`desk.role.${role}`) })}</p>
          <p className="quiet">{deskText('invitation.until', { moment: invitation.until })}</p>
          <ProblemNotice problem={problem} />
          {as === 'sign_in_first' ? (
            <p>{deskText('invitation.signInFirst', { email })}</p>
          ) : (
            <form method="post" action="/dashboard/invitation" className="desk-form">
              <input type="hidden" name="token" value={token} />
              <input type="hidden" name="accept" value={as} />
              {as === 'new' && <NewPerson email={email} name={name} problem={problem} />}
              <button type="submit" className="button primary">
                {deskText('invitation.accept')}
              </button>
              {as === 'new' && <PasskeyButton purpose="invitation" label={deskText('invitation.passkey')} />}
            </form>
          )}
        </section>
      </div>
    </DeskDocument>
  )
}

function NewPerson({ email, name, problem }: { email: string; name: string; problem: FormProblem }) {
  return (
    <>
      <input type="hidden" name="email" value={email} autoComplete="username" />
      <Field
        name="name"
        label={deskText('invitation.name')}
        autoComplete="name"
        required
        maxLength={100}
        defaultValue={name}
        problem={problem}
      />
      <NewPasswordField label={deskText('invitation.password')} problem={problem} />
    </>
  )
}
