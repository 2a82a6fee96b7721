import type { BadgeCheckId, BadgeCheckResult, BadgeFinding, BadgeWarningCode } from './finding'

/** Findings of one code repeat for as long as a badge is; what is wrong is clear from the first few. */
export const MAX_ERRORS = 20

/** The result of a check that ran: failed with the first twenty of its errors, passed when it has none. */
export function checkResult(
  id: BadgeCheckId,
  errors: readonly BadgeFinding[],
  warnings: BadgeFinding<BadgeWarningCode>[] = [],
): BadgeCheckResult {
  return { id, status: errors.length > 0 ? 'failed' : 'passed', errors: errors.slice(0, MAX_ERRORS), warnings }
}
