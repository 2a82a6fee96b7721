import type { WebhookKind, WebhookState } from '@/lib/contract/webhook/webhook-kinds'

/** A webhook as its issuer's owners see it. */
export interface WebhookOfDesk {
  id: string
  url: string
  kinds: readonly WebhookKind[]
  state: WebhookState
  deliveredAt: Date | null
  failingSince: Date | null
}

/** The desk's address of the webhooks. */
export const WEBHOOKS = '/dashboard/webhooks'
