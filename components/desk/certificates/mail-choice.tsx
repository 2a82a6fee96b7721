import { deskText } from '@/lib/i18n/desk/text'

type MailedAct = 'issue' | 'correct' | 'withdraw' | 'passport'

/**
 * Asks whether recipients are told by mail; shown only if mail can be sent. Since mail cannot be taken back it is never
 * preselected, but for issuing where an owner chose so.
 */
export function MailChoice({ kind, checked = false }: { kind: MailedAct; checked?: boolean }) {
  return (
    <label className="desk-choice">
      <input type="checkbox" name="notify" value="yes" defaultChecked={checked} />
      <span>{deskText(`${kind}.notify`)}</span>
    </label>
  )
}
