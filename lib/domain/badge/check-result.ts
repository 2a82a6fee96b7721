import type { BadgeCheckId, BadgeCheckResult, BadgeFinding, BadgeWarningCode } from './finding'

/**
 * The most errors or warnings of a check. They repeat throughout a long badge, and the first few show what is wrong.
 */
export const MAX_ERRORS = 20

/** The result of a check that ran: failed with the first twenty of its errors, passed when it has none. */
export function checkResult(
  id: BadgeCheckId,
  errors: readonly BadgeFinding[],
  warnings: BadgeFinding<BadgeWarningCode>[] = [],
): BadgeCheckResult {
  return { id, status: errors.length > 0 ? 'failed' : 'passed', errors: errors.slice(0, MAX_ERRORS), warnings }
}
