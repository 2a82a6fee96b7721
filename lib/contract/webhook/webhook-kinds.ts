/** What an issuer's programs can be told of, in the order in which it is shown. */
export const WEBHOOK_KINDS = [
  'certificate.issued',
  'certificate.corrected',
  'certificate.withdrawn',
  'report.received',
  'withdrawal.waiting',
  'domain.lapsing',
] as const

export type WebhookKind = (typeof WEBHOOK_KINDS)[number]

/** The kind of a delivery that an owner asks for, to see it arrive. */
export const TEST_KIND = 'webhook.test'

/** The kind of the message that an address has to answer before it is told anything. */
export const CHALLENGE_KIND = 'webhook.challenge'

/**
 * How a webhook stands: `unconfirmed` until its address has answered a challenge, `paused` by a person, or because the
 * owner who made it left, `disabled` by the service, because nothing arrived there.
 */
export type WebhookState = 'unconfirmed' | 'active' | 'paused' | 'disabled'
