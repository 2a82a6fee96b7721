import { randomUUID } from 'node:crypto'
import type { CertificateWire } from '@/lib/contract/check/certificate'
import type { ReceiptClaims, ReceiptKey } from '@/lib/contract/check/receipt'
import { presentCertificate } from '@/lib/domain/certificate/present-certificate'
import type { Judgement } from '@/lib/domain/history/judgement'
import { receiptClaims, signReceipt } from '@/lib/domain/receipt/receipt'
import { env } from '@/lib/env'
import { checkAnd, type CheckedSerial } from '@/lib/service/check/check-certificate'
import { serviceDid } from '@/lib/service/keys/published-keys'
import { servingGuard } from '@/lib/store/database/serving-guard'
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
 * Verifies the certificate with this serial and signs what came of it, whatever it is (spec part 5, "receipt").
 * @param serial as the caller typed it
 * @param reference the requester's own note
 * @returns null when no certificate has this serial
 * @throws ServiceError `unavailable` when the verdict, the key, the storing or the count cannot be determined
 */
export function giveReceipt(serial: string, reference: string | null): Promise<GivenReceipt | null> {
  return giveReceiptAs(serial, reference, (given) => Promise.resolve(given))
}

/**
 * As `giveReceipt`, in the form in which it is answered. Storing and counting come once that is made, which may take longer
 * than a check may; the count last, so that what could not be made or stored is not counted.
 * @param make makes the answer of it
 * @returns what `make` returns; null when no certificate has this serial
 * @throws as `giveReceipt`, and what `make` throws
 */
export async function giveReceiptAs<Made>(
  serial: string,
  reference: string | null,
  make: (given: GivenReceipt) => Promise<Made>,
): Promise<Made | null> {
  const signed = await checkAnd(serial, async (checked) => ({ checked, given: await sign(checked, reference) }))
  if (!signed) return null
  const { checked, given } = signed
  const made = await make(given)
  const { certificateId, checkedAt: verifiedAt } = checked
  const { jti: id, overall_status: overallStatus } = given.claims
  await servingGuard().run(async (deadline) => {
    await insertReceipt({ id, certificateId, receiptJwt: given.receiptJwt, overallStatus, verifiedAt })
    await countCheck(certificateId, deadline)
  })
  return made
}

async function sign({ judgement, checkedAt, log }: CheckedSerial, reference: string | null): Promise<GivenReceipt> {
  const { signer, key } = await receiptSigner()
  const certificate = presentCertificate(judgement.certificate, env().BASE_URL)
  const content = { id: randomUUID(), serviceDid: serviceDid(), judgement, certificate, checkedAt, reference, log }
  const claims = receiptClaims(content)
  return { judgement, claims, certificate, receiptJwt: await signReceipt(claims, signer), key }
}
