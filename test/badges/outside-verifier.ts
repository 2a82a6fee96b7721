import { compactVerify, importJWK, type JWK } from 'jose'
import { verifyDataIntegrityProof } from '@/lib/crypto/signature/data-integrity'
import { readMultikey } from '@/lib/crypto/signature/verification-key'
import { serialKey } from '@/lib/domain/certificate/serial'
import { workingPool } from '@/lib/store/database/database'

/** The three signed forms of a certificate. */
export interface HeldForms {
  vcJwt: string
  openBadgeJwt: string
  openBadgeJsonld: string
}

interface DidDocument {
  id: string
  verificationMethod: { id: string; controller: string; publicKeyJwk?: JWK; publicKeyMultibase?: string }[]
  assertionMethod: string[]
}

/** What a holder downloaded of a certificate: its newest signed forms, or all it ever had, the oldest first. */
export async function heldForms(serial: string): Promise<HeldForms[]> {
  const { rows } = await workingPool().query<HeldForms>(
    `SELECT f.vc_jwt AS "vcJwt", f.open_badge_jwt AS "openBadgeJwt", f.open_badge_jsonld AS "openBadgeJsonld"
     FROM signed_forms f JOIN certificates c ON c.id = f.certificate_id WHERE c.serial_key = $1 ORDER BY f.sequence`,
    [serialKey(serial)],
  )
  return rows
}

/**
 * Which forms somebody else verifies who knows the published DID document and nothing else: by jose, and by Data
 * Integrity with a key that the document gives.
 */
export async function verifiedOutside(forms: HeldForms | undefined, document: unknown): Promise<string[]> {
  if (!forms) throw new Error('there are no such forms')
  const did = document as DidDocument
  const results = {
    vcJwt: await verifiesJws(forms.vcJwt, did),
    openBadgeJwt: await verifiesJws(forms.openBadgeJwt, did),
    openBadgeJsonld: await verifiesJsonld(forms.openBadgeJsonld, did),
  }
  return Object.entries(results).flatMap(([form, good]) => (good ? [form] : []))
}

function methodOf({ id, verificationMethod, assertionMethod }: DidDocument, keyId: string) {
  return verificationMethod.find(
    (method) => method.id === keyId && method.controller === id && assertionMethod.includes(keyId),
  )
}

async function verifiesJws(token: string, did: DidDocument): Promise<boolean> {
  try {
    await compactVerify(token, async ({ kid = '' }) => {
      const jwk = methodOf(did, kid)?.publicKeyJwk
      if (!jwk) throw new Error('the key is not published')
      return importJWK(jwk, 'ES256')
    })
    return true
  } catch {
    return false // what is asked for
  }
}

async function verifiesJsonld(text: string, did: DidDocument): Promise<boolean> {
  const document = JSON.parse(text) as { proof: { verificationMethod: string }[] }
  const multikey = methodOf(did, document.proof[0]?.verificationMethod ?? '')?.publicKeyMultibase
  const read = multikey === undefined ? 'malformed' : readMultikey(multikey)
  return typeof read !== 'string' && verifyDataIntegrityProof(document, read.publicKey)
}
