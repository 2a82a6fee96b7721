import { canonicalJson } from '@/lib/crypto/canonical-json'
import { signCompactJws } from '@/lib/crypto/compact-jws'
import { addDataIntegrityProof, type JsonLdDocument } from '@/lib/crypto/data-integrity'
import { sha256Hex } from '@/lib/crypto/sha256'
import { buildCredential, isoSeconds, type SignedContent } from '@/lib/domain/credential'
import type { FormHashes } from '@/lib/domain/event'
import type { IssuerSigners } from './issuer-signers'

/** The bytes of the three signed forms, as text, and their hashes. */
export interface SignedForms {
  vcJwt: string
  openBadgeJsonld: string
  openBadgeJwt: string
  hashes: FormHashes
}

/**
 * Signs a certificate in its three forms (definitions.md part 6): `vc+jwt` (VC-JOSE-COSE), Open Badges 3.0 JSON-LD with
 * an `eddsa-rdfc-2022` proof, and the Open Badges 3.0 JWT (section 8.2).
 * @param content what is signed
 * @param options `subjectId` a UUID, `baseUrl` the origin of the service, `createdAt` the time of the proof in
 *   milliseconds since 1970
 */
export async function signForms(
  content: SignedContent,
  signers: IssuerSigners,
  options: { subjectId: string; baseUrl: string; createdAt: number },
): Promise<SignedForms> {
  const credential = buildCredential(content, options.subjectId, options.baseUrl)
  const { es256, eddsa } = signers
  const vcJwt = await signCompactJws({ typ: 'vc+jwt', cty: 'vc', kid: es256.keyId }, canonicalJson(credential), es256)
  const claims = canonicalJson({ ...credential, ...registeredClaims(content, options.subjectId) })
  const openBadgeJwt = await signCompactJws({ typ: 'JWT', kid: es256.keyId }, claims, es256)
  const secured = await addDataIntegrityProof(credential as JsonLdDocument, {
    signer: eddsa,
    verificationMethod: eddsa.keyId,
    created: isoSeconds(Math.floor(options.createdAt / 1000) * 1000),
  })
  const openBadgeJsonld = JSON.stringify(secured)
  return {
    vcJwt,
    openBadgeJsonld,
    openBadgeJwt,
    hashes: {
      vcJwt: sha256Hex(vcJwt),
      openBadgeJsonld: sha256Hex(openBadgeJsonld),
      openBadgeJwt: sha256Hex(openBadgeJwt),
    },
  }
}

function registeredClaims(content: SignedContent, subjectId: string) {
  return {
    iss: content.issuer.did,
    jti: `urn:uuid:${content.id}`,
    sub: `urn:uuid:${subjectId}`,
    nbf: content.issuedAt / 1000,
    ...(content.expiresAt !== null && { exp: content.expiresAt / 1000 }),
  }
}
