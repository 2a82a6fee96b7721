import { DeskPage } from '@/components/desk/desk-page'
import { ACCOUNT } from '@/components/desk/desk-paths'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { Field } from '@/components/desk/field'
import type { FormProblem } from '@/components/desk/field-problem'
import { deskText } from '@/lib/i18n/desk/text'
import { AccountForm } from './account-form'
import { NewPasswordField } from './new-password-field'

/** Asks for the current password and the new one. */
export function PasswordPage(props: { host: string; viewer: DeskViewer; email: string; problem: FormProblem }) {
  const { host, viewer, email, problem } = props
  const page = { host, viewer, problem, heading: deskText('password.heading'), lead: deskText('password.lead') }
  return (
    <DeskPage {...page} current="/dashboard/account">
      <AccountForm viewer={viewer} action="/dashboard/account/password" className="desk-form">
        <input type="hidden" name="username" value={email} autoComplete="username" />
        <Field
          name="current"
          label={deskText('password.current')}
          type="password"
          autoComplete="current-password"
          required
          maxLength={200}
          problem={problem}
        />
        <NewPasswordField label={deskText('password.next')} problem={problem} />
        <button type="submit" className="button primary">
          {deskText('password.submit')}
        </button>
      </AccountForm>
      <p>
        <a href={ACCOUNT}>{deskText('account.back')}</a>
      </p>
    </DeskPage>
  )
}
