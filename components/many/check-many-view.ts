import type { VerifyAnswer } from '@/lib/contract/check/verification'

/**
 * One of several serials: `answer` is null if there is no such certificate, and left out if it could not be checked.
 */
export interface CheckedRow {
  serial: string
  answer?: VerifyAnswer | null
}

/** What the page for several certificates shows. */
export type CheckManyOutcome =
  | { kind: 'form' }
  | { kind: 'results'; rows: CheckedRow[] }
  | { kind: 'none' }
  | { kind: 'too_many_serials'; count: number }
  | { kind: 'too_many'; count: number; retryAfterSeconds: number }
  | { kind: 'could_not_check'; retryAfterSeconds: number }

export type CheckManyView = CheckManyOutcome & {
  /** What stands in the field. */
  serials: string
  host: string
  origin: string
  formerOrigins: readonly string[]
  checkedAt: Date
}
