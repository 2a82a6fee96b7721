import type { ReactNode } from 'react'
import type { Translator } from '@/lib/i18n/translate'
import { PASSPORT_MANAGE } from './passport-view'

/** What a holder does to a passport. */
type PassportAction = 'open' | 'choose' | 'remove' | 'allow' | 'handle' | 'link' | 'delete'

interface Props {
  /** The secret of the private link: it stands in the body of the form, never in an address. */
  token: string
  action: PassportAction
  submit: string
  primary?: boolean
  children?: ReactNode
}

/** One form of the managing page. */
export function PassportForm({ token, action, submit, primary, children }: Props) {
  return (
    <form method="post" action={PASSPORT_MANAGE} className="passport-form">
      <input type="hidden" name="link" value={token} />
      <input type="hidden" name="action" value={action} />
      {children}
      <button type="submit" className={primary ? 'button primary' : 'button'}>
        {submit}
      </button>
    </form>
  )
}

/** A part of the managing page that is folded away, since it is seldom needed. */
export function FoldedForm(props: Props & { heading: string; hint: string; open?: boolean }) {
  const { heading, hint, open, ...form } = props
  return (
    <section>
      <details open={open}>
        <summary>{heading}</summary>
        <p className="plain">{hint}</p>
        <PassportForm {...form} />
      </details>
    </section>
  )
}

/** A box to tick, with what it means. */
export function Choice(props: {
  name: string
  value: string
  checked: boolean
  disabled?: boolean
  children: ReactNode
}) {
  const { name, value, checked, disabled, children } = props
  return (
    <label className="choice">
      <input type="checkbox" name={name} value={value} defaultChecked={checked} disabled={disabled} />
      <span>{children}</span>
    </label>
  )
}

/** What every piece of the managing page gets. */
export interface ManageProps {
  translator: Translator
  token: string
}
