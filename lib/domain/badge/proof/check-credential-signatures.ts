import type { UntrustedCanonizer } from '@/lib/crypto/json-ld/untrusted-canonizer'
import type { Badge } from '@/lib/domain/badge/badge'
import { makeFinding } from '@/lib/domain/badge/make-finding'
import { asArray } from '@/lib/domain/badge/read/as-array'
import { idOf } from '@/lib/domain/badge/read/jose-header'
import { checkJws } from './check-jws'
import { readCredentialProof, type CredentialProof } from './credential-proof'
import { keyFailure, type KeyResult } from './key-result'
import { type KeySources, resolveIssuerKey } from './resolve-issuer-key'
import type { SignatureCheck } from './signature-check'
import { SignatureFindings } from './signature-findings'
import { type CanonicalDocument, verifyProof } from './verify-proof'

/**
 * The checks `issuer` and `proof` (spec part 6): every proof of a credential, or its JWS, verifies with a key of its
 * issuer. Every proof of a set must verify; one that is not supported fails the check.
 * @param badge a badge or a status list
 * @param isKnown false where a context of the document is not known, so that nobody can tell what is signed
 */
export async function checkCredentialSignatures(
  badge: Badge,
  sources: KeySources,
  canonize: UntrustedCanonizer,
  isKnown: boolean,
): Promise<SignatureCheck> {
  if (badge.jws) return checkJws({ ...badge, jws: badge.jws }, sources)
  const findings = new SignatureFindings(sources.now)
  const issuerId = issuerIdOf(badge.credential)
  if (issuerId === null) findings.refuseIssuer(makeFinding('issuer_missing', '$.issuer'))
  const proofs = readProofs(badge.credential, findings)
  const document = canonicalDocument(badge.credential, canonize)
  const context = badge.credential['@context']
  for (const { proof, path } of proofs) {
    findings.use(proof.suite.name, proof.expires, path)
    if (issuerId === null) continue
    const wanted = { method: proof.verificationMethod, issuerId, path: `${path}.verificationMethod` }
    const found = await findings.once(wanted.method, () =>
      resolveIssuerKey({ ...wanted, notUrl: 'verification_method_not_url' }, sources),
    )
    const key = fitting(found, proof, wanted.path)
    findings.addKey(key)
    if (key.kind !== 'key' || !isKnown) continue
    findings.addProof(await verifyProof(document, context, proof, key.key, canonize), path)
  }
  return findings.result()
}

/** The id of a credential's issuer; null when it has none, or several. */
export function issuerIdOf({ issuer }: Record<string, unknown>): string | null {
  const id = idOf(issuer)
  return typeof id === 'string' && id !== '' ? id : null
}

function readProofs(credential: Record<string, unknown>, findings: SignatureFindings) {
  const values = asArray(credential.proof)
  if (values.length === 0) findings.refuseProof(makeFinding('proof_missing', '$.proof'))
  const proofs: { proof: CredentialProof; path: string }[] = []
  for (const [index, value] of values.entries()) {
    const path = Array.isArray(credential.proof) ? `$.proof[${index}]` : '$.proof'
    const proof = readCredentialProof(value, credential['@context'], path)
    if ('code' in proof) findings.refuseProof(proof)
    else proofs.push({ proof, path })
  }
  return proofs
}

function fitting(found: KeyResult, { suite }: CredentialProof, path: string): KeyResult {
  if (found.kind !== 'key' || suite.keys.includes(found.key.kind)) return found
  return keyFailure('key_type', path, `${suite.name} needs ${suite.keys.join(' or ')}, this is ${found.key.kind}`)
}

function canonicalDocument({ proof: _, ...document }: Record<string, unknown>, canonize: UntrustedCanonizer) {
  const made = new Map<string, ReturnType<CanonicalDocument>>()
  const canonical: CanonicalDocument = (digest) => {
    const result = made.get(digest) ?? canonize(document, { digest })
    made.set(digest, result)
    return result
  }
  return canonical
}
