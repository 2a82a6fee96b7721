import { deskText } from '@/lib/i18n/desk/text'

type MailedAct = 'issue' | 'correct' | 'withdraw' | 'passport'

/** Whether recipients are told by mail; shown only where mail can be sent. Never chosen beforehand: mail cannot be taken back. */
export function MailChoice({ kind, checked = false }: { kind: MailedAct; checked?: boolean }) {
  return (
    <label className="desk-choice">
      <input type="checkbox" name="notify" value="yes" defaultChecked={checked} />
      <span>{deskText(`${kind}.notify`)}</span>
    </label>
  )
}
