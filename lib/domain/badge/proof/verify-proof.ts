import { createHash } from 'node:crypto'
import { decodeBase58btc } from '@/lib/crypto/encoding/base58btc'
import type { CanonizeResult, UntrustedCanonizer } from '@/lib/crypto/json-ld/untrusted-canonizer'
import { digestOf, verifyWithKey, type VerificationKey } from '@/lib/crypto/signature/verification-key'
import type { CredentialProof } from './credential-proof'
import { verifyDisclosureProof } from './verify-disclosure-proof'

/**
 * Whether a proof verifies. `unsafe`: the document cannot be canonized; `unavailable`: canonizing could not be tried.
 */
export type ProofResult =
  | { kind: 'verified' | 'invalid' | 'unavailable' }
  | { kind: 'malformed' | 'unsafe'; detail: string }

/** The credential without its proofs in its canonical form; made once for all proofs that use the same hash. */
export type CanonicalDocument = (digest: 'sha256' | 'sha384') => Promise<CanonizeResult>

const UNAVAILABLE = { kind: 'unavailable' } as const
const UNREADABLE = { kind: 'malformed', detail: 'the proof value cannot be read' } as const

/**
 * Verifies one proof over a credential (vc-di-eddsa section 3.2, vc-di-ecdsa sections 3.2 and 3.4, Data Integrity 1.0
 * section 4): hash of the proof's options, then of the document, both in their canonical form.
 * @param context `@context` of the credential
 * @param key of a kind that goes with the suite
 */
export async function verifyProof(
  document: CanonicalDocument,
  context: unknown,
  proof: CredentialProof,
  key: VerificationKey,
  canonize: UntrustedCanonizer,
): Promise<ProofResult> {
  const digest = digestOf(key.kind)
  const content = await document(digest)
  if (content.kind !== 'canonized') return content.kind === 'refused' ? { ...content, kind: 'unsafe' } : UNAVAILABLE
  const options = await canonize({ ...proof.options, '@context': context }, { digest })
  if (options.kind !== 'canonized') return options.kind === 'refused' ? { ...options, kind: 'malformed' } : UNAVAILABLE
  const hash = (nquads: string) => createHash(digest).update(nquads, 'utf8').digest()
  if (proof.suite.name === 'ecdsa-sd-2023') {
    const result = await verifyDisclosureProof(proof.proofValue, hash(options.nquads), content.nquads, key)
    return result === 'malformed' ? UNREADABLE : { kind: result }
  }
  const signature = decodeBase58btc(proof.proofValue.slice(1))
  if (signature === null) return UNREADABLE
  const bytes = Buffer.concat([hash(options.nquads), hash(content.nquads)])
  return { kind: verifyWithKey(key, bytes, signature) ? 'verified' : 'invalid' }
}
