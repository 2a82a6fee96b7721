import { randomUUID } from 'node:crypto'
import type { CertificateWire } from '@/lib/contract/check/certificate'
import type { ReceiptClaims, ReceiptKey } from '@/lib/contract/check/receipt'
import { presentCertificate } from '@/lib/domain/certificate/present-certificate'
import type { Judgement } from '@/lib/domain/history/judgement'
import { receiptClaims, signReceipt } from '@/lib/domain/receipt/receipt'
import { env } from '@/lib/env'
import { checkAnd, type CheckedSerial } from '@/lib/service/check/check-certificate'
import { serviceDid } from '@/lib/service/keys/published-keys'
import { countCheck } from '@/lib/store/limits/count-checks'
import { insertReceipt } from '@/lib/store/records/receipts'
import { receiptSigner } from './receipt-signer'

/** A receipt, signed and stored. */
export interface GivenReceipt {
  judgement: Judgement
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

async function sign({ judgement, checkedAt, log }: CheckedSerial, reference: string | null): Promise<GivenReceipt> {
  const { signer, key } = await receiptSigner()
  const certificate = presentCertificate(judgement.certificate, env().BASE_URL)
  const content = { id: randomUUID(), serviceDid: serviceDid(), judgement, certificate, checkedAt, reference, log }
  const claims = receiptClaims(content)
  return { judgement, claims, certificate, receiptJwt: await signReceipt(claims, signer), key }
}
