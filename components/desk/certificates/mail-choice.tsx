import { deskText } from '@/lib/i18n/desk/text'

type MailedAct = 'issue' | 'correct' | 'withdraw' | 'passport'

interface Props {
  kind: MailedAct
  /** Mail can be sent. */
  mail: boolean
  checked?: boolean
}

/**
 * Asks whether recipients are told by mail, or says that no mail can be sent, before anybody counts on it. Since mail cannot be taken
 * back it is never preselected, but for issuing where an owner chose so.
 */
export function MailChoice({ kind, mail, checked = false }: Props) {
  if (!mail) return <p className="hint">{deskText('mailSettings.off')}</p>
  return (
    <label className="desk-choice">
      <input type="checkbox" name="notify" value="yes" defaultChecked={checked} />
      <span>{deskText(`${kind}.notify`)}</span>
    </label>
  )
}
