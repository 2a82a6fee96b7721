import type { BatchReceiptClaims } from '@/lib/contract/check/batch'
import { canonicalJson } from '@/lib/crypto/encoding/canonical-json'
import { signCompactJws } from '@/lib/crypto/signature/compact-jws'
import type { Signer } from '@/lib/crypto/signature/signer'

/** The exact `typ` of a receipt over several serials (spec part 14). */
export const BATCH_RECEIPT_TYPE = 'verification-batch-receipt+jwt'

/** Several checks, and who states them. */
interface BatchReceiptContent {
  /** UUID. */
  id: string
  /** The DID of the service. */
  serviceDid: string
  /** Every distinct serial, in the order sent. */
  results: BatchReceiptClaims['results']
  reference: string | null
}

/** What a receipt says of several checks: no name and no detail of a certificate, only its hash. */
export function batchReceiptClaims({ id, serviceDid, results, reference }: BatchReceiptContent): BatchReceiptClaims {
  const latest = Math.max(...results.map(({ verified_at: at }) => Date.parse(at)))
  return { iss: serviceDid, jti: id, iat: Math.floor(latest / 1000), results, reference }
}

/** Signs the claims as a compact JWS (RFC 7515) over their canonical JSON. */
export function signBatchReceipt(claims: BatchReceiptClaims, signer: Signer): Promise<string> {
  return signCompactJws({ typ: BATCH_RECEIPT_TYPE, kid: signer.keyId }, canonicalJson(claims), signer)
}
