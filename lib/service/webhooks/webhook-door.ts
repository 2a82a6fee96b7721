import type { GuardedFetchOptions } from '@/lib/net/fetch-guarded'

const holder = globalThis as typeof globalThis & { certificateServiceWebhookDoor?: GuardedFetchOptions }

/** How webhooks are reached: through the guard as it is, but for tests. */
export function webhookDoor(): GuardedFetchOptions {
  return holder.certificateServiceWebhookDoor ?? {}
}

/** Puts something in place of the world, for tests: the service itself never calls this. */
export function setWebhookDoor(options: GuardedFetchOptions): void {
  holder.certificateServiceWebhookDoor = options
}
