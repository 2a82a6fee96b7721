import type { ComponentProps, ReactNode } from 'react'
import { DeskPage } from '@/components/desk/desk-page'
import type { FormProblem } from '@/components/desk/field-problem'
import { IssuerForm } from './issuer-form'

interface Props extends Pick<ComponentProps<typeof DeskPage>, 'host' | 'viewer' | 'heading' | 'lead' | 'current'> {
  problem: FormProblem
  action: string
  /** On the button that sends the form. */
  submit: string
  /** What leads back to the page that the form belongs to, `current`. */
  back: string
  /** The fields. */
  children: ReactNode
}

/** A page that is one form of the issuer's, with the way back. */
export function FormPage({ action, submit, back, children, ...page }: Props) {
  return (
    <DeskPage {...page}>
      <IssuerForm viewer={page.viewer} action={action} className="desk-form">
        {children}
        <button type="submit" className="button primary">
          {submit}
        </button>
      </IssuerForm>
      <p>
        <a href={page.current}>{back}</a>
      </p>
    </DeskPage>
  )
}
