import type { FormProblem } from '@/components/desk/field-problem'
import { TextField } from '@/components/desk/text-field'
import { deskText } from '@/lib/i18n/desk/text'

interface Props {
  typed: { reason: string; publicReason: string }
  problem: FormProblem
}

/** Why something is withdrawn, for the organization and for the public. */
export function ReasonFields({ typed, problem }: Props) {
  return (
    <>
      <TextField
        name="reason"
        label={deskText('withdraw.reason')}
        hint={deskText('reason.inside')}
        required
        maxLength={1000}
        defaultValue={typed.reason}
        problem={problem}
      />
      <TextField
        name="public_reason"
        label={deskText('withdraw.publicReason')}
        hint={deskText('withdraw.publicHint')}
        maxLength={500}
        defaultValue={typed.publicReason}
        problem={problem}
      />
    </>
  )
}
