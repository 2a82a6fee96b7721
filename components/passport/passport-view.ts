import type { Tone } from '@/components/verdict/verdict-view'
import type { PassportWire } from '@/lib/contract/passport'
import type { MessageKey } from '@/lib/i18n/catalogues'

export type PassportOutcome =
  | { kind: 'answer'; passport: PassportWire }
  /** Unknown, private and deleted alike. */
  | { kind: 'not_found' }
  | { kind: 'could_not_check' | 'too_many'; retryAfterSeconds: number }
  /** Asked for ahead of its reader. */
  | { kind: 'prefetch' }

/** One answer about a passport, and what the page needs to know about itself. */
export type PassportView = PassportOutcome & {
  host: string
  origin: string
  /** Of this page. */
  path: string
}

type Status = PassportWire['certificates'][number]['overall_status']

/** What each status says of its certificate: the words of the verification page, and its shape and colour. */
export const ENTRY_WORDS: Record<Status, { tone: Tone; heading: MessageKey; decision: MessageKey | null }> = {
  verified: { tone: 'genuine', heading: 'genuine.heading', decision: null },
  expired: { tone: 'stop', heading: 'expired.heading', decision: 'expired.sentence' },
  issuer_suspended: { tone: 'stop', heading: 'suspended.heading', decision: 'suspended.sentence' },
  invalid: { tone: 'stop', heading: 'invalid.heading', decision: 'invalid.sentence' },
}

/** Where a holder is without any link. */
export const PASSPORT_START = '/passport'

/** Where a holder's private link leads. */
export const PASSPORT_MANAGE = '/passport/manage'

/** The public page of a passport, as a path. */
export function passportPath(handle: string): string {
  return `/passport/${encodeURIComponent(handle)}`
}
