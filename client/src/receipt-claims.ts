import type { BatchReceiptClaims, ReceiptClaims } from './answers'
import { isOutcome } from './outcome'
import { own } from './own'

/** What a receipt says, by its kind. */
export type SignedClaims =
  | { kind: 'verification_receipt'; claims: ReceiptClaims }
  | { kind: 'batch_receipt'; claims: BatchReceiptClaims }

/**
 * What a signed payload says, by the type that its header names.
 * @returns null unless it says what a receipt of that type says
 */
export function readClaims(type: unknown, payload: unknown): { said: SignedClaims; signed: unknown } | null {
  const results = own(payload, 'results')
  if (!isText(own(payload, 'iss')) || !isText(own(payload, 'jti')) || !Number.isInteger(own(payload, 'iat')))
    return null
  if (!isTextOrNull(own(payload, 'reference'))) return null
  if (type === 'verification-receipt+jwt') {
    if (!isCheck(payload) || !Array.isArray(own(payload, 'artifacts'))) return null
    if (![own(payload, 'issuer_did'), own(payload, 'issuer_key')].every(isTextOrNull)) return null
    return { said: { kind: 'verification_receipt', claims: payload as ReceiptClaims }, signed: payload }
  }
  if (type !== 'verification-batch-receipt+jwt' || !Array.isArray(results) || results.length === 0) return null
  if (!results.every((one) => isCheck(one) || isUnknown(one))) return null
  return { said: { kind: 'batch_receipt', claims: payload as BatchReceiptClaims }, signed: payload }
}

function isCheck(value: unknown): boolean {
  const hash = own(value, 'certificate_sha256')
  return isListed(value) && isOutcome(own(value, 'overall_status')) && isText(hash) && /^[0-9a-f]{64}$/.test(hash)
}

function isUnknown(value: unknown): boolean {
  return isListed(value) && own(value, 'overall_status') === 'not_found' && own(value, 'certificate_sha256') === null
}

function isListed(value: unknown): boolean {
  const at = own(value, 'verified_at')
  return isText(own(value, 'serial')) && isText(at) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(at)
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isTextOrNull = (value: unknown): boolean => value === null || isText(value)
