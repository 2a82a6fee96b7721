import type { KeyFinding } from './judge-issuer-key'
import type { FoldedCertificate } from './lineage-state'

/** Whether a certificate was signed before or after its key was compromised. */
export type Compromise = 'none' | 'signed before' | 'signed after'

/**
 * Measures a certificate against the compromise of the keys that signed its current bytes (spec part 6): by
 * the database time of its first signing event, since a date inside the certificate is the forger's to choose.
 * @param keys the keys of all its forms: one whose other key was stolen is no better than one whose own key was
 */
export function compromiseOf(folded: FoldedCertificate, keys: readonly (KeyFinding | null)[]): Compromise {
  const since = keys.flatMap((key) => (key?.state.state === 'compromised' ? [key.state.since] : []))
  if (since.length === 0) return 'none'
  return folded.signedAt >= Math.min(...since) ? 'signed after' : 'signed before'
}
