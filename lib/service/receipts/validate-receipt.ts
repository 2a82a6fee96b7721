import type { ReceiptFailure, ReceiptValidation } from '@/lib/contract/check/receipt-validation'
import { isObject } from '@/lib/crypto/encoding/is-object'
import { parseCompactJws } from '@/lib/crypto/signature/compact-jws'
import { verificationUrl } from '@/lib/domain/certificate/present-certificate'
import {
  checkReceipt,
  checkReceiptAnswer,
  receiptAmong,
  ReceiptError,
  type SignedReceipt,
} from '@/lib/domain/receipt/check-receipt'
import { isUuid } from '@/lib/domain/text/uuid'
import { env } from '@/lib/env'
import { undetermined } from '@/lib/errors'
import { presentVerification } from '@/lib/service/check/present-verification'
import { verifyBatch } from '@/lib/service/check/verify-batch'
import { serviceDid } from '@/lib/service/keys/published-keys'
import { servingGuard } from '@/lib/store/database/serving-guard'
import { findReceiptJwt } from '@/lib/store/records/receipts'
import { checkByOwnKeys, namesCompromisedKey } from './check-by-own-keys'
import { readReceiptFile, type SentReceipt } from './read-receipt-file'
import { refuseLaterTree, refuseRevived } from './refuse-older-state'

/**
 * Called once a receipt is known to be ours, before its certificates are checked. It counts these checks against the
 * rate limit.
 */
type BeforeNow = (serials: number) => Promise<void>

/**
 * Validates a receipt of this service (spec part 5): who signed it, what was signed, and how the certificate
 * stands now. That is a check which is not counted. Only signed claims are returned; whatever else a file shows is not
 * looked at.
 * @param path the file as it was sent
 * @param address the caller's, as it is counted
 * @throws ServiceError `malformed` for what is no receipt at all; `unavailable` when keys or the certificate's standing
 * cannot be determined, or the receipt knows of more than this service; what `beforeNow` throws
 */
export function validateReceiptFile(path: string, address: string, beforeNow: BeforeNow): Promise<ReceiptValidation> {
  return validate(() => readReceiptFile(path, address), beforeNow)
}

/** The same for what a PDF carries that was read already. @throws as `validateReceiptFile` */
export function validateAttached(attached: readonly string[], beforeNow: BeforeNow): Promise<ReceiptValidation> {
  return validate(() => ({ receiptJwt: receiptAmong(attached), answer: null }), beforeNow)
}

async function validate(
  read: () => SentReceipt | Promise<SentReceipt>,
  beforeNow: BeforeNow,
): Promise<ReceiptValidation> {
  let signed: SignedReceipt
  try {
    signed = await readSigned(await read())
  } catch (error) {
    if (error instanceof ReceiptError) return refused(error)
    throw error
  }
  const listed = signed.kind === 'batch_receipt' ? signed.claims.results : [signed.claims]
  const then = listed.map(({ serial, overall_status, verified_at, certificate_sha256 }) => {
    return { serial, overall_status, verified_at, certificate_sha256 }
  })
  await beforeNow(then.length)
  await refuseLaterTree(listed.map(({ log }) => log))
  const now = await standingsOf(then.map(({ serial }) => serial))
  for (const [place, { overall_status: status }] of then.entries())
    refuseRevived(status, now[place]?.overall_status ?? '')
  return { valid: true, kind: signed.kind, claims: signed.claims, then, now, errors: [] }
}

async function readSigned({ receiptJwt, answer }: SentReceipt): Promise<SignedReceipt> {
  try {
    return await checkByOwnKeys((keys) =>
      answer === null ? checkReceipt(receiptJwt, keys) : checkReceiptAnswer(answer, keys),
    )
  } catch (error) {
    throw error instanceof ReceiptError && error.code === 'unknown_key' ? await whoseKey(receiptJwt, error) : error
  }
}

/** Tells a key of ours that is known to strangers, and another service's receipt, from a forged one. */
async function whoseKey(receiptJwt: string, error: ReceiptError): Promise<ReceiptError> {
  if (await namesCompromisedKey(receiptJwt)) return failure('key_compromised')
  const { iss, jti } = unsignedClaims(receiptJwt)
  if (iss !== serviceDid()) return failure('other_service')
  if (await isStored(jti, receiptJwt)) throw undetermined('the key of a receipt that was given here is gone')
  return error
}

async function isStored(id: unknown, receiptJwt: string): Promise<boolean> {
  if (typeof id !== 'string' || !isUuid(id)) return false
  return (await servingGuard().run(() => findReceiptJwt(id.toLowerCase()))) === receiptJwt
}

/** What an unsigned text claims; nothing is believed of it. */
function unsignedClaims(receiptJwt: string): Record<string, unknown> {
  try {
    const claims: unknown = JSON.parse(parseCompactJws(receiptJwt)?.payload.toString('utf8') ?? '')
    return isObject(claims) ? claims : {}
  } catch {
    return {}
  }
}

/** In the order of the receipt. @throws ServiceError `unavailable` when one of them cannot be determined */
async function standingsOf(serials: readonly string[]): Promise<ReceiptValidation['now']> {
  const entries = await verifyBatch(serials, { counted: false })
  return entries.map(({ serial, checked, at }) => {
    if (checked === 'undetermined') throw undetermined()
    if (checked === null) {
      const verified_at = new Date(at).toISOString()
      return { serial, overall_status: 'not_found', verified_at, replacement_serial: null, verification_url: null }
    }
    const { verification, replacement_certificate: replacement } = presentVerification(checked)
    return {
      serial,
      overall_status: verification.overall_status,
      verified_at: verification.verified_at,
      replacement_serial: replacement?.serial ?? null,
      verification_url: verificationUrl(env().BASE_URL, serial),
    }
  })
}

const SENTENCES = {
  key_compromised:
    'It was signed with a key of this service that has become known to others since, so anybody could have made it.',
  other_service: 'No key of this service signed it, and it does not claim to be of this service. Ask whoever gave it.',
} as const

function failure(code: keyof typeof SENTENCES): ReceiptError {
  return new ReceiptError(code, SENTENCES[code])
}

function refused({ code, message }: { code: ReceiptFailure; message: string }): ReceiptValidation {
  return { valid: false, kind: null, claims: null, then: [], now: [], errors: [{ code, message }] }
}
