import type { ComponentProps } from 'react'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { accountAddress } from '@/lib/domain/desk/form-issuer'

interface Props extends Omit<ComponentProps<'form'>, 'method' | 'action'> {
  viewer: DeskViewer
  action: string
}

/** A form that changes something of a person's own account, and says who opened it: another person may have signed in since. */
export function AccountForm({ viewer, action, ...form }: Props) {
  return <form method="post" action={accountAddress(action, viewer.id)} {...form} />
}
