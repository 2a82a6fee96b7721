import { checkResult } from '@/lib/domain/badge/check-result'
import type { BadgeCheckResult, BadgeFinding } from '@/lib/domain/badge/finding'
import { makeFinding } from '@/lib/domain/badge/make-finding'
import { asArray } from '@/lib/domain/badge/read/as-array'
import type { CredentialKind } from '@/lib/domain/badge/read/credential-kind'

const TYPES: Record<CredentialKind, readonly string[]> = {
  badge: ['OpenBadgeCredential', 'AchievementCredential'],
  endorsement: ['EndorsementCredential'],
}

/**
 * The check `type`: a verifiable credential, and one that is an Open Badge under either of its names (OB 3.0 section
 * B.1.1) or, within a badge, an endorsement.
 */
export function checkType(credential: Record<string, unknown>, kind: CredentialKind): BadgeCheckResult {
  const types = asArray(credential.type)
  const errors: BadgeFinding[] = []
  if (!types.includes('VerifiableCredential')) errors.push(makeFinding('not_a_verifiable_credential', '$.type'))
  if (!TYPES[kind].some((type) => types.includes(type))) {
    errors.push(makeFinding('not_an_open_badge', '$.type', kind === 'badge' ? null : 'no EndorsementCredential'))
  }
  return checkResult('type', errors)
}
