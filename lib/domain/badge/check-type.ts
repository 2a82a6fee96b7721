import { asArray } from './as-array'
import { checkResult } from './check-result'
import type { BadgeCheckResult, BadgeFinding } from './finding'
import { makeFinding } from './make-finding'

/** The check `type`: a verifiable credential, and one that is an Open Badge under either of its names (OB 3.0 section B.1.1). */
export function checkType(credential: Record<string, unknown>): BadgeCheckResult {
  const types = asArray(credential.type)
  const errors: BadgeFinding[] = []
  if (!types.includes('VerifiableCredential')) errors.push(makeFinding('not_a_verifiable_credential', '$.type'))
  if (!types.includes('OpenBadgeCredential') && !types.includes('AchievementCredential')) {
    errors.push(makeFinding('not_an_open_badge', '$.type'))
  }
  return checkResult('type', errors)
}
