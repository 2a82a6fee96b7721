import { z } from 'zod'
import { canonicalJson } from '@/lib/crypto/encoding/canonical-json'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { signCompactJws } from '@/lib/crypto/signature/compact-jws'
import { addDataIntegrityProof, type JsonLdDocument } from '@/lib/crypto/signature/data-integrity'
import { buildCredential, type Credential, isoSeconds, type SignedContent } from '@/lib/domain/certificate/credential'
import { vcJwtClaims } from '@/lib/domain/certificate/vc-jwt-claims'
import type { SignedFormHashes } from '@/lib/domain/history/event'
import type { IssuerSigners } from './issuer-signers'
import { signVcJwt } from './sign-vc-jwt'

/** The bytes of the three signed forms, as text, and their hashes. */
export interface SignedForms {
  vcJwt: string
  openBadgeJsonld: string
  openBadgeJwt: string
  hashes: SignedFormHashes
}

/**
 * Signs a certificate in its three forms (spec part 6): `vc+jwt` (VC-JOSE-COSE), Open Badges 3.0 JSON-LD with
 * an `eddsa-rdfc-2022` proof, and the Open Badges 3.0 JWT (section 8.2).
 * @param content what is signed
 * @param options `subjectId` a UUID, `baseUrl` the origin of the service, `createdAt` the time of the proof in
 *   milliseconds since 1970
 */
export async function makeSignedForms(
  content: SignedContent,
  signers: IssuerSigners,
  options: { subjectId: string; baseUrl: string; createdAt: number },
): Promise<SignedForms> {
  return signCredential(buildCredential(content, options.subjectId, options.baseUrl), signers, options.createdAt)
}

/**
 * Signs a credential in its three forms, as it is.
 * @param credential as `buildCredential` made it, now or long ago
 * @param createdAt time of the proof in milliseconds since 1970
 */
export async function signCredential(
  credential: Credential,
  signers: IssuerSigners,
  createdAt: number,
): Promise<SignedForms> {
  const { es256, eddsa } = signers
  const claims = canonicalJson({ ...credential, ...registeredClaims(credential) })
  // At once: where a signer holds the keys, it looks at the issuer once for all three.
  const [vcJwt, openBadgeJwt, secured] = await Promise.all([
    signVcJwt(credential, es256),
    signCompactJws({ typ: 'JWT', kid: es256.keyId }, claims, es256),
    addDataIntegrityProof(credential as JsonLdDocument, {
      signer: eddsa,
      verificationMethod: eddsa.keyId,
      created: isoSeconds(Math.floor(createdAt / 1000) * 1000),
    }),
  ])
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

const named = z.object({ id: z.string(), credentialSubject: z.object({ id: z.string() }), validFrom: z.string() })

/** What the badge JWT repeats of its credential (Open Badges 3.0 section 8.2). */
function registeredClaims(credential: Credential) {
  const { id, credentialSubject, validFrom } = named.parse(credential)
  return { ...vcJwtClaims(credential), jti: id, sub: credentialSubject.id, nbf: Date.parse(validFrom) / 1000 }
}
