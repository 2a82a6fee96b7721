import type { ReactNode } from 'react'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { IssuerForm } from './issuer-form'

interface Props {
  viewer: DeskViewer
  action: string
  /** What this form is for, where several are sent to one address. */
  act?: string
  /** On the button that sends it. */
  submit: string
  /** What the page is there for. */
  primary?: boolean
  /** The fields. */
  children?: ReactNode
}

/** A form of the issuer's: its fields, then its button. */
export function DeskForm({ viewer, action, act, submit, primary = false, children }: Props) {
  return (
    <IssuerForm viewer={viewer} action={action} className="desk-form">
      {act !== undefined && <input type="hidden" name="do" value={act} />}
      {children}
      <button type="submit" className={primary ? 'button primary' : 'button'}>
        {submit}
      </button>
    </IssuerForm>
  )
}
