import { deskText } from '@/lib/i18n/desk/text'

interface Props {
  purpose: 'sign_in' | 'confirm' | 'add' | 'invitation' | 'reset'
  label: string
  /** Offers passkeys among the suggestions of the e-mail field, too. */
  autofill?: boolean
  primary?: boolean
}

/**
 * Within a form: asks the browser for a passkey and sends its answer with the form. The script shows it where passkeys
 * work; without JavaScript a sentence stands there.
 */
export function PasskeyButton({ purpose, label, autofill, primary }: Props) {
  return (
    <div className="passkey">
      <input type="hidden" name="answer" />
      <button
        type="button"
        className={primary ? 'button primary' : 'button'}
        data-passkey={purpose}
        data-autofill={autofill ? '' : undefined}
        hidden
      >
        {label}
      </button>
      <p role="alert" className="passkey-problem" data-passkey-problem hidden>
        {deskText('passkey.problem')}
      </p>
      <noscript>
        <p className="hint">{deskText('passkey.noScript')}</p>
      </noscript>
    </div>
  )
}
