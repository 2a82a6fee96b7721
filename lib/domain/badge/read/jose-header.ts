import { isPrivateJwk, type KeyKind } from '@/lib/crypto/signature/verification-key'
import type { Badge, BadgeJws } from '@/lib/domain/badge/badge'
import type { BadgeFinding } from '@/lib/domain/badge/finding'
import { makeFinding } from '@/lib/domain/badge/make-finding'

/** The algorithms that badges may be signed with: those of OB 3.0 section 8.2, ES384 and EdDSA. Never `none`, never HMAC. */
const ALGORITHMS: ReadonlyMap<unknown, KeyKind> = new Map<unknown, KeyKind>([
  ['ES256', 'P-256'],
  ['ES384', 'P-384'],
  ['EdDSA', 'Ed25519'],
  ['Ed25519', 'Ed25519'],
  ['RS256', 'RSA'],
])

/** The kind of key that an algorithm needs; undefined when it is not allowed. */
export function keyKindOf(alg: unknown): KeyKind | undefined {
  return ALGORITHMS.get(alg)
}

/** Whether this is a credential of VC-JOSE-COSE (`vc+jwt`), and not the older form of Open Badges (`JWT`). */
function isVcJwt(header: Record<string, unknown>): boolean {
  return typeof header.typ === 'string' && /^(application\/)?vc\+(ld\+json\+)?jwt$/i.test(header.typ)
}

/**
 * Checks the header of a badge's JWS and the claims that may not stand in it (OB 3.0 section 8.2, VC-JOSE-COSE section
 * 3.1, RFC 8725 sections 3.1 and 3.11). Header members that would choose a key (`jwk`, `jku`, `x5u`) are never used.
 */
export function checkJoseHeader({ header, payload }: BadgeJws): BadgeFinding[] {
  const findings: BadgeFinding[] = []
  const { alg, typ, cty, crit, jwk } = header
  if (keyKindOf(alg) === undefined) findings.push(makeFinding('alg_not_allowed', '$', textOf(alg)))
  const isJwt = typ === undefined || (typeof typ === 'string' && typ.toUpperCase() === 'JWT')
  if (!isJwt && !isVcJwt(header)) findings.push(makeFinding('typ_not_allowed', '$', textOf(typ)))
  else if (cty !== undefined && !isCredentialType(cty)) {
    findings.push(makeFinding('typ_not_allowed', '$', `cty: ${textOf(cty)}`))
  }
  if (crit !== undefined) findings.push(makeFinding('crit_unsupported'))
  if (typeof jwk === 'object' && jwk !== null && isPrivateJwk(jwk)) findings.push(makeFinding('private_key_in_header'))
  const claims = ['vc', 'vp'].filter((claim) => Object.hasOwn(payload, claim))
  // Two credentials in one token: readers would disagree on which one was signed.
  const forbidden = isVcJwt(header) || Object.hasOwn(payload, '@context') || claims.includes('vp')
  if (forbidden) findings.push(...claims.map((claim) => makeFinding('vc_claim_forbidden', `$.${claim}`)))
  return findings
}

/** Compares the claims that repeat something of the credential with it, where both are there. */
export function checkJwtClaims({ credential, jws }: Badge & { jws: BadgeJws }): BadgeFinding[] {
  const { iss, jti, sub, nbf, exp } = jws.payload
  const { issuer, credentialSubject } = credential
  const findings = [
    differs(iss, idOf(issuer)) && makeFinding('iss_mismatch', '$.iss', textOf(iss)),
    differs(jti, credential.id) && makeFinding('jti_mismatch', '$.jti', textOf(jti)),
    differs(sub, idOf(credentialSubject)) && makeFinding('sub_mismatch', '$.sub', textOf(sub)),
    timeDiffers(nbf, credential.validFrom ?? credential.issuanceDate, jws) && makeFinding('nbf_mismatch', '$.nbf'),
    timeDiffers(exp, credential.validUntil ?? credential.expirationDate, jws) && makeFinding('exp_mismatch', '$.exp'),
  ]
  return findings.filter((finding) => finding !== false)
}

/** The id of a node, which may stand for the node. */
export function idOf(node: unknown): unknown {
  return typeof node === 'object' && node !== null && 'id' in node ? node.id : node
}

function differs(claim: unknown, member: unknown): boolean {
  if (claim === undefined) return false
  return typeof claim !== 'string' || (member !== undefined && claim !== member)
}

/** The claims of a `vc+jwt` speak of the token, not of the credential (VC-JOSE-COSE section 3.1.3): both count. */
function timeDiffers(claim: unknown, member: unknown, { header }: BadgeJws): boolean {
  if (claim === undefined) return false
  if (typeof claim !== 'number' || !Number.isFinite(claim)) return true
  if (isVcJwt(header) || typeof member !== 'string') return false
  return Math.floor(claim) !== Math.floor(Date.parse(member) / 1000)
}

function isCredentialType(cty: unknown): boolean {
  return typeof cty === 'string' && /^(application\/)?(vc|vc\+ld\+json|json|ld\+json|JWT)$/i.test(cty)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined ? 'missing' : 'not a text'
}
