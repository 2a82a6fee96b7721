import { documentExcess } from '@/lib/crypto/json-ld/document-excess'
import type { BadgeErrorCode } from '@/lib/domain/badge/finding'
import { MAX_PROOFS } from '@/lib/domain/badge/proof/count-proofs'
import { asArray } from './as-array'

/** Limits above what any badge has. Schemas and signatures look at each part, on the thread that answers everybody. */
const LIMITS = { maxDepth: 64, maxObjects: 1000, maxValues: 10_000, maxContexts: 20 }

/**
 * What makes a badge more work to check than any badge is, found before any of that work is done; null for all others.
 * @returns the code of the refusal, and its detail
 */
export function badgeExcess(credential: Record<string, unknown>): [BadgeErrorCode, string] | null {
  if (asArray(credential.proof).length > MAX_PROOFS) return ['too_many_proofs', `more than ${MAX_PROOFS}`]
  const excess = documentExcess(credential, LIMITS)
  return excess === null ? null : ['jsonld_unsafe', excess]
}
