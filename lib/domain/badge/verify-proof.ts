import { createHash } from 'node:crypto'
import { decodeBase58btc } from '@/lib/crypto/base58btc'
import { digestOf, verifyWithKey, type VerificationKey } from '@/lib/crypto/verification-key'
import type { CanonizeResult, UntrustedCanonizer } from '@/lib/crypto/untrusted-canonizer'
import type { CredentialProof } from './credential-proof'
import { verifyDisclosureProof } from './verify-disclosure-proof'

/** Whether a proof holds. `refused`: something could not be canonized; `unavailable`: it could not be tried. */
export type ProofResult =
  | { kind: 'verified' | 'invalid' | 'malformed' }
  | Extract<CanonizeResult, { kind: 'refused' | 'unavailable' }>

/**
 * Verifies one proof over a credential (vc-di-eddsa section 3.2, vc-di-ecdsa sections 3.2 and 3.4, Data Integrity 1.0
 * section 4): hash of the proof's options, then of the document, both in their canonical form.
 * @param credential with its proofs, which do not count as the document
 * @param key of a kind that goes with the suite
 */
export async function verifyProof(
  credential: Record<string, unknown>,
  proof: CredentialProof,
  key: VerificationKey,
  canonize: UntrustedCanonizer,
): Promise<ProofResult> {
  const { proof: _, ...document } = credential
  const digest = digestOf(key.kind)
  const [options, content] = await Promise.all([
    canonize({ ...proof.options, '@context': credential['@context'] }, { digest }),
    canonize(document, { digest }),
  ])
  if (options.kind !== 'canonized') return options
  if (content.kind !== 'canonized') return content
  const hash = (nquads: string) => createHash(digest).update(nquads, 'utf8').digest()
  if (proof.suite.name === 'ecdsa-sd-2023') {
    return { kind: verifyDisclosureProof(proof.proofValue, hash(options.nquads), content.nquads, key) }
  }
  const signature = decodeBase58btc(proof.proofValue.slice(1))
  if (signature === null) return { kind: 'malformed' }
  const bytes = Buffer.concat([hash(options.nquads), hash(content.nquads)])
  return { kind: verifyWithKey(key, bytes, signature) ? 'verified' : 'invalid' }
}
