import { DeskDocument } from '@/components/desk/desk-document'
import { Field } from '@/components/desk/field'
import type { FormProblem } from '@/components/desk/field-problem'
import { ProblemNotice } from '@/components/desk/notice'
import { deskText } from '@/lib/i18n/desk/text'
import { LinkSecretForm } from './link-secret-form'
import { PasskeyButton } from './passkey-button'

/** The target of a reset link: the script takes the secret out of the fragment and posts it. */
export function ResetLinkPage({ host }: { host: string }) {
  return (
    <DeskDocument host={host} title={deskText('reset.heading')} viewer={null}>
      <div className="sheet">
        <section>
          <h1>{deskText('reset.heading')}</h1>
          <LinkSecretForm action="/dashboard/reset" open={deskText('reset.open')} />
        </section>
      </div>
    </DeskDocument>
  )
}

interface Props {
  host: string
  token: string
  email: string
  /** The present password; a passkey for who has no password; or, where the password is lost, one of the two anew. */
  needs: 'password' | 'passkey' | 'anew'
  /** When the link runs out. */
  until: string
  problem: FormProblem
}

/** Sets up a second factor anew: with the password, or by a new passkey for who has none. */
export function ResetPage({ host, token, email, needs, until, problem }: Props) {
  return (
    <DeskDocument host={host} title={deskText('reset.heading')} viewer={null}>
      <div className="sheet">
        <section>
          <h1>{deskText('reset.heading')}</h1>
          <p className="lead">{deskText(needs === 'anew' ? 'reset.leadAnew' : 'reset.lead', { email })}</p>
          <p className="quiet">{deskText('invitation.until', { moment: until })}</p>
          <ProblemNotice problem={problem} />
          <form method="post" action="/dashboard/reset" className="desk-form">
            <input type="hidden" name="token" value={token} />
            {needs !== 'passkey' && (
              <>
                <Field
                  name="password"
                  label={deskText(needs === 'anew' ? 'invitation.password' : 'reset.password')}
                  {...(needs === 'anew' && { hint: deskText('invitation.passwordHint') })}
                  type="password"
                  autoComplete={needs === 'anew' ? 'new-password' : 'current-password'}
                  required
                  maxLength={200}
                  problem={problem}
                />
                <button type="submit" className="button primary">
                  {deskText('reset.submit')}
                </button>
              </>
            )}
            {needs !== 'password' && (
              <PasskeyButton purpose="reset" label={deskText(`reset.${needs}`)} primary={needs === 'passkey'} />
            )}
          </form>
        </section>
      </div>
    </DeskDocument>
  )
}
