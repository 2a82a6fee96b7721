import { parseCompactJws } from '@/lib/crypto/signature/compact-jws'
import { verifyWithKey } from '@/lib/crypto/signature/verification-key'
import type { Badge, BadgeJws } from '@/lib/domain/badge/badge'
import { makeFinding } from '@/lib/domain/badge/make-finding'
import { checkJoseHeader, checkJwtClaims, idOf, keyKindOf } from '@/lib/domain/badge/read/jose-header'
import { keyFailure, type KeyResult } from './key-result'
import { type KeySources, resolveIssuerKey } from './resolve-issuer-key'
import type { SignatureCheck } from './signature-check'
import { SignatureFindings } from './signature-findings'

/** Header members that name a key or carry one, beside `kid`. They are never followed. */
const KEY_MEMBERS = ['jwk', 'jku', 'x5u', 'x5c']

/**
 * The checks `issuer` and `proof` of a badge that is a JWS (OB 3.0 section 8.2, VC-JOSE-COSE section 3.1): header, claims,
 * and the signature with a key that `kid` names in the issuer's own document.
 */
export async function checkJws(badge: Badge & { jws: BadgeJws }, sources: KeySources): Promise<SignatureCheck> {
  const findings = new SignatureFindings(sources.now)
  const { header, compact } = badge.jws
  if (typeof header.alg === 'string') findings.use(header.alg, null, '$')
  const refusals = checkJoseHeader(badge.jws)
  for (const finding of [...refusals, ...checkJwtClaims(badge)]) findings.refuseProof(finding)
  const issuerId = idOf(badge.credential.issuer)
  if (typeof issuerId !== 'string' || issuerId === '') {
    findings.refuseIssuer(makeFinding('issuer_missing', '$.issuer'))
    return findings.result()
  }
  const key = fitting(await findKey(header, issuerId, sources), header)
  findings.addKey(key)
  if (key.kind === 'key' && refusals.length === 0) {
    const jws = parseCompactJws(compact)
    const holds = jws !== null && verifyWithKey(key.key, jws.signingInput, jws.signature)
    findings.addProof({ kind: holds ? 'verified' : 'invalid' }, '$')
  }
  return findings.result()
}

async function findKey(header: Record<string, unknown>, issuerId: string, sources: KeySources): Promise<KeyResult> {
  const { kid } = header
  if (kid !== undefined) return resolveIssuerKey({ method: kid, issuerId, path: '$', notUrl: 'kid_not_url' }, sources)
  const carried = KEY_MEMBERS.filter((member) => Object.hasOwn(header, member))
  if (carried.length > 0) return keyFailure('issuer_key_unbound', '$', carried.join(', '))
  return keyFailure('key_missing', '$', 'the header has no kid')
}

function fitting(found: KeyResult, { alg }: Record<string, unknown>): KeyResult {
  const wanted = keyKindOf(alg)
  if (found.kind !== 'key' || wanted === undefined || found.key.kind === wanted) return found
  return keyFailure('key_type', '$', `${String(alg)} needs ${wanted}, this is ${found.key.kind}`)
}
