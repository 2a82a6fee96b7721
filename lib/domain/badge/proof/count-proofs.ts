import type { Badge } from '@/lib/domain/badge/badge'
import { asArray } from '@/lib/domain/badge/read/as-array'

/**
 * The most proofs of a badge and its endorsements together. Every one is verified, and a person's badge has one or two.
 */
export const MAX_PROOFS = 16

/** How many proofs secure a credential: its embedded ones, or its JWS. */
export function countProofs({ credential, jws }: Badge): number {
  return jws ? 1 : asArray(credential.proof).length
}
