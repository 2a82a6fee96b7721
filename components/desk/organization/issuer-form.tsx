import type { ComponentProps } from 'react'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { formAddress } from '@/lib/domain/desk/form-issuer'

interface Props extends Omit<ComponentProps<'form'>, 'method' | 'action'> {
  /**
   * Who is signed in, and for which issuer. It is a property and not context, because route handlers render without
   * React's client half.
   */
  viewer: DeskViewer
  action: string
}

/** A form that changes something of the issuer, and says which one, and who opened it: another tab may work for another since. */
export function IssuerForm({ viewer, action, ...form }: Props) {
  return <form method="post" action={issuerAddress(viewer, action)} {...form} />
}

/** The address of such a form, for a button that sends it elsewhere (`formaction`), and of a download. */
export function issuerAddress({ id, issuer }: DeskViewer, action: string): string {
  return issuer === null ? action : formAddress(action, issuer.id, id)
}
