import { encodeBase64url } from '@/lib/crypto/encoding/base64url'
import { canonicalJson } from '@/lib/crypto/encoding/canonical-json'
import { signCompactJws } from '@/lib/crypto/signature/compact-jws'
import type { Signer } from '@/lib/crypto/signature/signer'
import { vcJwtClaims } from '@/lib/domain/certificate/vc-jwt-claims'

/** The header of every `vc+jwt` that a key signs. */
const vcJwtHeader = (keyId: string) => ({ typ: 'vc+jwt', cty: 'vc', kid: keyId })

/** What every `vc+jwt` of a key starts with, so that the database can find what a key signed. */
export function vcJwtPrefix(keyId: string): string {
  return `${encodeBase64url(JSON.stringify({ ...vcJwtHeader(keyId), alg: 'ES256' }))}.`
}

/**
 * Signs a credential as `vc+jwt` (VC-JOSE-COSE): the credential itself with the claims that repeat of it who issued it and
 * until when it holds.
 * @param credential without a proof
 * @param signer ES256, of the credential's issuer
 */
export function signVcJwt(credential: Record<string, unknown>, signer: Signer): Promise<string> {
  return signCompactJws(vcJwtHeader(signer.keyId), canonicalJson({ ...credential, ...vcJwtClaims(credential) }), signer)
}
