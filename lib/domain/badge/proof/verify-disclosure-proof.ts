import { createHash } from 'node:crypto'
import { readDisclosureProof } from '@/lib/crypto/signature/disclosure-proof'
import { readRawKey, verifyInPool, type VerificationKey } from '@/lib/crypto/signature/verification-key'

/** Subject, predicate, object and graph of one canonical N-Quad; a literal may hold anything. */
const QUAD = /^(\S+) (\S+) ("(?:[^"\\]|\\.)*"(?:\^\^\S+|@\S+)?|\S+)(?: (\S+))? \.$/
const MULTICODEC_BYTES = 2

/**
 * Verifies a derived ecdsa-sd-2023 proof (vc-di-ecdsa section 3.4.8): the issuer signed the mandatory statements and a
 * key of this credential alone, which signed each of the others.
 * @param optionsHash SHA-256 of the canonical proof options
 * @param nquads the disclosed document in its canonical form
 * @param key the issuer's
 */
export async function verifyDisclosureProof(
  proofValue: string,
  optionsHash: Buffer,
  nquads: string,
  key: VerificationKey,
): Promise<'verified' | 'invalid' | 'malformed'> {
  const proof = readDisclosureProof(proofValue)
  const own = proof && readRawKey('P-256', proof.publicKey.subarray(MULTICODEC_BYTES))
  if (!proof || !own || own === 'malformed') return 'malformed'
  const statements = relabel(nquads, proof.labels)
  if (statements === null) return 'malformed'
  const mandatory = statements.filter((_, index) => proof.mandatoryIndexes.has(index))
  const disclosed = statements.filter((_, index) => !proof.mandatoryIndexes.has(index))
  if (disclosed.length !== proof.signatures.length) return 'invalid'
  const mandatoryHash = createHash('sha256').update(mandatory.join(''), 'utf8').digest()
  if (!(await verifyInPool(key, Buffer.concat([optionsHash, proof.publicKey, mandatoryHash]), proof.baseSignature))) {
    return 'invalid'
  }
  // One after the other: a badge with thousands of signatures holds one thread of the pool, and the event loop none.
  for (const [index, signature] of proof.signatures.entries()) {
    if (!(await verifyInPool(own, Buffer.from(disclosed[index] ?? '', 'utf8'), signature))) return 'invalid'
  }
  return 'verified'
}

/** The statements with the labels that were signed, in their order; null when a blank node has no such label. */
function relabel(nquads: string, labels: ReadonlyMap<string, string>): string[] | null {
  const statements: string[] = []
  for (const line of nquads.split('\n').filter((text) => text !== '')) {
    const terms = QUAD.exec(line)
      ?.slice(1)
      .filter((term): term is string => (term as string | undefined) !== undefined)
    if (!terms) return null
    const relabelled = terms.map((term) => {
      if (!term.startsWith('_:')) return term
      const label = labels.get(term.slice(2))
      return label === undefined ? null : `_:${label}`
    })
    if (relabelled.includes(null)) return null
    statements.push(`${relabelled.join(' ')} .\n`)
  }
  return statements.sort()
}
