import { type ComponentProps, createContext, useContext } from 'react'
import { formAddress } from '@/lib/domain/desk/form-issuer'

/** Id of the issuer that the page is for; `DeskDocument` says it. */
export const PageIssuer = createContext<string | null>(null)

/** A form that changes something of the issuer, and says which one: another tab may work for another since. */
export function IssuerForm({
  action,
  ...form
}: Omit<ComponentProps<'form'>, 'method' | 'action'> & { action: string }) {
  const issuer = useContext(PageIssuer)
  return <form method="post" action={issuer === null ? action : formAddress(action, issuer)} {...form} />
}
