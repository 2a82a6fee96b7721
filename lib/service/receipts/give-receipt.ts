import { randomUUID } from 'node:crypto'
import type { CertificateWire } from '@/lib/contract/check/certificate'
import type { ReceiptClaims, ReceiptKey } from '@/lib/contract/check/receipt'
import { presentCertificate } from '@/lib/domain/certificate/present-certificate'
import { receiptClaims, signReceipt } from '@/lib/domain/receipt/receipt'
import { env } from '@/lib/env'
import { countCheck } from '@/lib/store/limits/count-checks'
import { insertReceipt } from '@/lib/store/records/receipts'
import { checkAnd, type CheckedSerial } from '@/lib/service/check/check-certificate'
import { serviceDid } from '@/lib/service/keys/published-keys'
import { servingSigner } from '@/lib/service/keys/service-signer'

/** A receipt, signed and stored. */
export interface GivenReceipt {
  claims: ReceiptClaims
  certificate: CertificateWire
  receiptJwt: string
  key: ReceiptKey
}

/**
 * Verifies the certificate with this serial and signs what came of it, whatever it is (spec part 5,
 * "receipt"). Signing, storing and counting come within the deadline of the check; the count last, so that a receipt
 * that could not be stored is not counted.
 * @param serial as the caller typed it
 * @param reference the requester's own note
 * @returns null when no certificate has this serial
 * @throws ServiceError `unavailable` when the verdict, the key, the storing or the count cannot be determined
 */
export async function giveReceipt(serial: string, reference: string | null): Promise<GivenReceipt | null> {
  let given: GivenReceipt | null = null
  const checked = await checkAnd(serial, async (found, deadline) => {
    const receipt = await sign(found, reference)
    const { jti, overall_status: overallStatus } = receipt.claims
    const { certificateId, checkedAt } = found
    await insertReceipt({
      id: jti,
      certificateId,
      receiptJwt: receipt.receiptJwt,
      overallStatus,
      verifiedAt: checkedAt,
    })
    await countCheck(certificateId, deadline)
    given = receipt
  })
  return checked && given
}

async function sign({ judgement, checkedAt }: CheckedSerial, reference: string | null): Promise<GivenReceipt> {
  const { signer, publicJwk } = await servingSigner()
  if (publicJwk.kty !== 'EC') throw new Error('the service signs with another kind of key than it should')
  const certificate = presentCertificate(judgement.certificate, env().BASE_URL)
  const content = { id: randomUUID(), serviceDid: serviceDid(), judgement, certificate, checkedAt, reference }
  const claims = receiptClaims(content)
  const key: ReceiptKey = { ...publicJwk, kid: signer.keyId, alg: 'ES256', use: 'sig' }
  return { claims, certificate, receiptJwt: await signReceipt(claims, signer), key }
}
