import { isObject } from '@/lib/crypto/encoding/is-object'
/** Claims that a JWT adds to a credential (RFC 7519 section 4.1); contexts of older badges do not define them. */
const REGISTERED_CLAIMS: readonly string[] = ['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti']

type Members = Record<string, unknown>

/**
 * The credential in the payload of a JWS: the payload itself without the registered claims (VC-JOSE-COSE section 3.1,
 * OB 3.0 section 8.2), or its member `vc` where the payload is no credential of its own, with what it leaves to the
 * claims filled in (VCDM 1.1 section 6.3.1, "JWT Decoding").
 */
export function credentialOfPayload(payload: Members): Members {
  const { vc } = payload
  if (!Object.hasOwn(payload, '@context') && isObject(vc)) return withClaims(vc, payload)
  return Object.fromEntries(Object.entries(payload).filter(([name]) => !REGISTERED_CLAIMS.includes(name)))
}

/** What stands in the credential stays, for the check of the claims to compare. */
function withClaims(vc: Members, { iss, jti, sub, nbf, exp }: Members): Members {
  const filled = { ...vc }
  const fill = (member: string, value: unknown) => {
    if (value !== undefined && !Object.hasOwn(vc, member)) filled[member] = value
  }
  fill('id', textOrNone(jti))
  fill('issuanceDate', dateOf(nbf))
  fill('expirationDate', dateOf(exp))
  fill('issuer', textOrNone(iss))
  if (isObject(vc.issuer)) filled.issuer = withId(vc.issuer, iss)
  if (isObject(vc.credentialSubject)) filled.credentialSubject = withId(vc.credentialSubject, sub)
  return filled
}

function withId(node: Members, claim: unknown): Members {
  return typeof claim === 'string' && !Object.hasOwn(node, 'id') ? { ...node, id: claim } : node
}

function textOrNone(claim: unknown): string | undefined {
  return typeof claim === 'string' ? claim : undefined
}

/** A NumericDate (RFC 7519 section 2) as credentials write dates; what is none is for the check of the claims to refuse. */
function dateOf(claim: unknown): string | undefined {
  if (typeof claim !== 'number' || !(Math.abs(claim) <= 8.64e12)) return undefined
  return new Date(Math.floor(claim) * 1000).toISOString().replace('.000Z', 'Z')
}
