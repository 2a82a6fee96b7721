import { Field } from '@/components/desk/field'
import type { FormProblem } from '@/components/desk/field-problem'
import { deskText } from '@/lib/i18n/desk/text'

/** Asks for a password that is to hold from now on. */
export function NewPasswordField({ label, problem }: { label: string; problem: FormProblem }) {
  return (
    <Field
      name="password"
      label={label}
      hint={deskText('invitation.passwordHint')}
      type="password"
      autoComplete="new-password"
      required
      minLength={12}
      maxLength={200}
      problem={problem}
    />
  )
}
