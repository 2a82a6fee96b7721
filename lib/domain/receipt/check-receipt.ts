import { type BatchReceiptClaims, batchReceiptClaimsShape } from '@/lib/contract/check/batch'
import { type ReceiptClaims, receiptClaimsShape } from '@/lib/contract/check/receipt'
import type { ReceiptFailure } from '@/lib/contract/check/receipt-validation'
import { canonicalJson } from '@/lib/crypto/encoding/canonical-json'
import { parseStrictJson } from '@/lib/crypto/encoding/strict-json'
import { parseCompactJws, verifyCompactJws } from '@/lib/crypto/signature/compact-jws'
import { jwkThumbprint, parsePublicJwk, type PublicJwk, publicKeyFrom } from '@/lib/crypto/signature/public-key'
import { BATCH_RECEIPT_TYPE } from './batch-receipt'
import { certificateSha256, RECEIPT_TYPE } from './receipt'
import { saysWhatWasSigned } from './says-what-was-signed'

/** What a receipt was signed for: one check, or several. */
export type SignedReceipt =
  | { kind: 'verification_receipt'; claims: ReceiptClaims }
  | { kind: 'batch_receipt'; claims: BatchReceiptClaims }

/** A receipt whose signature holds. */
export type CheckedReceipt = SignedReceipt & {
  /** Every signed member, also those that this version does not know. */
  signed: Record<string, unknown>
  /** Thumbprint (RFC 7638) of the key that signed it. */
  keyThumbprint: string
}

const KINDS = new Map<unknown, SignedReceipt['kind']>([
  [RECEIPT_TYPE, 'verification_receipt'],
  [BATCH_RECEIPT_TYPE, 'batch_receipt'],
])

/** Whether a text claims to be a receipt; its signature is not checked. */
export function claimsToBeReceipt(text: string): boolean {
  return KINDS.has(parseCompactJws(text)?.header.typ)
}

/** A receipt that fails: in which way, and why, as a sentence. */
export class ReceiptError extends Error {
  override name = 'ReceiptError'

  constructor(
    readonly code: ReceiptFailure,
    sentence: string,
  ) {
    super(sentence)
  }
}

/**
 * The one signed receipt among the texts that a PDF carries; with two a reader could be shown the other one.
 * @throws ReceiptError where there is none, or more than one
 */
export function receiptAmong(attachments: readonly string[]): string {
  const [receipt, ...others] = attachments.filter(claimsToBeReceipt)
  if (receipt === undefined) throw new ReceiptError('no_receipt', 'The PDF carries no signed receipt.')
  if (others.length > 0) throw new ReceiptError('several_receipts', 'The PDF carries several receipts.')
  return receipt
}

/**
 * Checks a signed receipt against a key set, without anything else (spec parts 5 and 6). The header names the
 * key by its thumbprint, which is reckoned here from the keys themselves: a `kid` member of the set chooses nothing.
 * @param receiptJwt exactly one compact JWS: base64url in its one spelling, nothing before or after
 * @param jwks a parsed JSON Web Key Set (RFC 7517)
 * @throws ReceiptError
 */
export function checkReceipt(receiptJwt: string, jwks: unknown): CheckedReceipt {
  const keys = readKeys(jwks)
  const jws = parseCompactJws(receiptJwt)
  if (!jws)
    throw new ReceiptError('not_a_receipt', 'It is not a signed receipt: the text is damaged or something else.')
  const { kid, typ } = jws.header
  const kind = KINDS.get(typ)
  if (kind === undefined || typeof typ !== 'string')
    throw new ReceiptError('not_a_receipt', 'It is signed, but it is not a verification receipt.')
  const key = typeof kid === 'string' ? keys.get(kid) : undefined
  if (typeof kid !== 'string' || !key) throw new ReceiptError('unknown_key', 'No key of the key set signed it.')
  const verifying = { publicKey: publicKeyFrom(key), algorithm: 'ES256' as const }
  const verified = verifyCompactJws(receiptJwt, verifying, { typ })
  if (!verified)
    throw new ReceiptError('signature_invalid', 'Its signature is not valid: it was changed, or was never issued.')
  return { ...readClaims(kind, verified.payload), keyThumbprint: kid }
}

/**
 * Checks what a receipt's readable form says against what was signed: the claims word for word, the certificate by its
 * hash, the key by its thumbprint. Where nothing but the signed text came, as in what was kept, that counts alone.
 * @param answer the parsed `json` form
 * @throws ReceiptError
 */
export function checkReceiptAnswer(answer: unknown, jwks: unknown): CheckedReceipt {
  const { receipt_jwt: receiptJwt, receipt, certificate, results, verification_key: key } = record(answer)
  if (typeof receiptJwt !== 'string') throw new ReceiptError('not_a_receipt', 'The file holds no receipt_jwt.')
  const checked = checkReceipt(receiptJwt, jwks)
  if (receipt === undefined && certificate === undefined && results === undefined) return checked
  if (!isSame(receipt, checked.signed))
    throw new ReceiptError('content_differs', 'What the file says is not what was signed.')
  if (!isAbout(checked, certificate, results)) {
    throw new ReceiptError('content_differs', 'The certificate in the file is not the one that the receipt is about.')
  }
  if (thumbprintOf(key) !== checked.keyThumbprint || record(key).kid !== checked.keyThumbprint) {
    throw new ReceiptError('content_differs', 'The key in the file is not the one that signed it.')
  }
  return checked
}

/** Whether the certificates in the file are those that were checked; a receipt of several may come without any. */
function isAbout(checked: SignedReceipt, certificate: unknown, results: unknown): boolean {
  if (checked.kind === 'verification_receipt') return certificateHash(certificate) === checked.claims.certificate_sha256
  if (results === undefined) return true
  const { results: signed } = checked.claims
  if (!Array.isArray(results) || results.length !== signed.length) return false
  return signed.every((claim, index) =>
    saysWhatWasSigned(claim, results[index], certificateHash(record(results[index]).certificate)),
  )
}

/** The ES256 keys of a set by their thumbprints. */
function readKeys(jwks: unknown): Map<string, PublicJwk> {
  const { keys } = record(jwks)
  if (!Array.isArray(keys))
    throw new ReceiptError('unknown_key', 'The key set is not a JSON Web Key Set: it has no list of keys.')
  const found = new Map<string, PublicJwk>()
  for (const member of keys) {
    const thumbprint = thumbprintOf(member)
    const jwk = thumbprint === null ? null : parsePublicJwk(member)
    if (thumbprint !== null && jwk?.kty === 'EC') found.set(thumbprint, jwk)
  }
  if (found.size === 0)
    throw new ReceiptError('unknown_key', 'The key set holds no public key of the kind that signs receipts.')
  return found
}

function thumbprintOf(jwk: unknown): string | null {
  try {
    const key = parsePublicJwk(jwk)
    publicKeyFrom(key)
    return jwkThumbprint(key)
  } catch {
    return null
  }
}

function readClaims(kind: SignedReceipt['kind'], payload: Buffer): SignedReceipt & { signed: Record<string, unknown> } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(payload)
    const parsed = parseStrictJson(text, { maxDepth: 8 })
    const signed = record(parsed)
    if (kind === 'verification_receipt') return { kind, claims: receiptClaimsShape.parse(parsed), signed }
    return { kind, claims: batchReceiptClaimsShape.parse(parsed), signed }
  } catch {
    throw new ReceiptError('claims_malformed', 'It is signed, but it does not say what a receipt says.')
  }
}

function certificateHash(certificate: unknown): string | null {
  try {
    return certificateSha256(certificate)
  } catch {
    return null
  }
}

function isSame(one: unknown, other: unknown): boolean {
  try {
    return canonicalJson(one) === canonicalJson(other)
  } catch {
    return false
  }
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}
