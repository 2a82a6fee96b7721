import type { ComponentProps, ReactNode } from 'react'
import { DeskPage } from '@/components/desk/desk-page'
import { DeskForm } from './desk-form'

interface Props
  extends
    Pick<ComponentProps<typeof DeskPage>, 'host' | 'viewer' | 'heading' | 'lead' | 'current' | 'problem'>,
    Pick<ComponentProps<typeof DeskForm>, 'action' | 'submit' | 'children'> {
  /** What the form is about, before it. */
  about?: ReactNode
  /** What leads back to the page that the form belongs to. */
  back: string
  /** The address of that page, where it is not `current`. */
  backTo?: string
}

/** A page that is one form of the issuer's, with the way back. */
export function FormPage({ action, submit, about, back, backTo, children, ...page }: Props) {
  return (
    <DeskPage {...page}>
      {about}
      <DeskForm viewer={page.viewer} action={action} submit={submit} primary>
        {children}
      </DeskForm>
      <p>
        <a href={backTo ?? page.current}>{back}</a>
      </p>
    </DeskPage>
  )
}
