import type { BADGE_CHECKS, BADGE_ERROR_CODES, BADGE_WARNING_CODES } from '@/lib/contract/badge/badge-codes'

export type BadgeErrorCode = (typeof BADGE_ERROR_CODES)[number]

export type BadgeWarningCode = (typeof BADGE_WARNING_CODES)[number]

export type BadgeCheckId = (typeof BADGE_CHECKS)[number]

/** `not_run` if an earlier failure leaves nothing to check, such as the proof of a text that could not be parsed. */
export type BadgeCheckStatus = 'passed' | 'failed' | 'undetermined' | 'not_applicable' | 'not_run'

/** One thing that is wrong or odd, where it stands, and what was found there. */
export interface BadgeFinding<Code extends string = BadgeErrorCode> {
  code: Code
  /** JSON path such as `$.credentialSubject.achievement.id`; `$` for the whole. */
  path: string
  /** What was found or expected there, short and in English, cleaned for display; null where the code says it all. */
  detail: string | null
}

/** What one check came to. Errors of an `undetermined` check are about what could not be reached. */
export interface BadgeCheckResult {
  id: BadgeCheckId
  status: BadgeCheckStatus
  errors: BadgeFinding[]
  warnings: BadgeFinding<BadgeWarningCode>[]
}
