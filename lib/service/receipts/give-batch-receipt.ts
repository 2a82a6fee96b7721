import { randomUUID } from 'node:crypto'
import type { BatchReceiptClaims } from '@/lib/contract/check/batch'
import type { ReceiptKey } from '@/lib/contract/check/receipt'
import { presentCertificate } from '@/lib/domain/certificate/present-certificate'
import { displaySerial, serialKey } from '@/lib/domain/certificate/serial'
import { batchReceiptClaims, signBatchReceipt } from '@/lib/domain/receipt/batch-receipt'
import { certificateSha256, logAnchorOf } from '@/lib/domain/receipt/receipt'
import { env } from '@/lib/env'
import { type BatchEntry, countBatch, verifyBatch } from '@/lib/service/check/verify-batch'
import { serviceDid } from '@/lib/service/keys/published-keys'
import { receiptSigner } from './receipt-signer'

/** A receipt over several checks, signed and kept by nobody but who asked. */
export interface GivenBatchReceipt {
  claims: BatchReceiptClaims
  receiptJwt: string
  key: ReceiptKey
}

/** What came of a batch, and the receipt over it; null when the batch is not complete. */
interface SignedBatch {
  entries: BatchEntry[]
  receipt: GivenBatchReceipt | null
}

/**
 * Verifies several serials and signs what came of them (spec part 14). Only a whole batch is signed: a receipt over a
 * part of what was asked for would read as the whole. It is stored nowhere, and the checks are counted once the answer is made.
 * @param serials as sent, each of them one that could exist
 * @param reference the requester's own note
 * @param make makes the answer of it, which may take longer than a check may
 * @returns what `make` returns
 * @throws ServiceError `unavailable` as `verifyBatch`, or when the key cannot be determined; what `make` throws. Then nothing is
 *   counted
 */
export async function giveBatchReceipt<Made>(
  serials: readonly string[],
  reference: string | null,
  make: (signed: SignedBatch) => Promise<Made>,
): Promise<Made> {
  let receipt: GivenBatchReceipt | null = null
  const entries = await verifyBatch(serials, {
    counted: false,
    complete: async (judged) => {
      const results = judged.map(signedResult)
      if (results.every((result) => result !== null)) receipt = await sign(results, reference)
    },
  })
  const made = await make({ entries, receipt })
  await countBatch(entries)
  return made
}

function signedResult({ serial, checked, at }: BatchEntry): BatchReceiptClaims['results'][number] | null {
  if (checked === 'undetermined') return null
  const verified_at = new Date(at).toISOString()
  if (checked === null) {
    // In its plain form: nobody gets words of their own signed.
    const plain = displaySerial(serialKey(serial))
    return { serial: plain, overall_status: 'not_found', verified_at, certificate_sha256: null, log: null }
  }
  const { judgement } = checked
  const certificate = presentCertificate(judgement.certificate, env().BASE_URL)
  return {
    serial: certificate.serial,
    overall_status: judgement.overallStatus,
    verified_at,
    certificate_sha256: certificateSha256(certificate),
    log: logAnchorOf(checked.log),
  }
}

async function sign(results: BatchReceiptClaims['results'], reference: string | null): Promise<GivenBatchReceipt> {
  const { signer, key } = await receiptSigner()
  const claims = batchReceiptClaims({ id: randomUUID(), serviceDid: serviceDid(), results, reference })
  return { claims, receiptJwt: await signBatchReceipt(claims, signer), key }
}
