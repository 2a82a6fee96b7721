/** Claims that a JWT adds to a credential (RFC 7519 section 4.1); contexts of older badges do not define them. */
const REGISTERED_CLAIMS: readonly string[] = ['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti']

/**
 * The credential in the payload of a JWS: the payload itself without the registered claims (VC-JOSE-COSE section 3.1,
 * OB 3.0 section 8.2), or its member `vc` where the payload is no credential of its own (VCDM 1.1 section 6.3.1).
 */
export function credentialOfPayload(payload: Record<string, unknown>): Record<string, unknown> {
  const { vc } = payload
  if (!Object.hasOwn(payload, '@context') && isObject(vc)) return vc
  return Object.fromEntries(Object.entries(payload).filter(([name]) => !REGISTERED_CLAIMS.includes(name)))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
