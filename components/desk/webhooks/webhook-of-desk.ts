import type { WebhookKind, WebhookState } from '@/lib/contract/webhook/webhook-kinds'

/** A webhook as its issuer's owners see it. */
export interface WebhookOfDesk {
  id: string
  url: string
  kinds: readonly WebhookKind[]
  state: WebhookState
  deliveredAt: Date | null
  failingSince: Date | null
  /** How many messages did not arrive and are tried no more. */
  lost: number
}

/** The desk's address of the webhooks. */
export const WEBHOOKS = '/dashboard/webhooks'

/** What leads on the page of a webhook to what was lost alone. */
export const ONLY_LOST = 'only=lost'
