import type { ReceiptClaims } from '@/lib/contract/check/receipt'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { fileResponse } from './file-response'
import { plainResponse } from './plain-response'

const MEDIA_TYPES = { json: 'application/json; charset=utf-8', jwt: 'application/jwt', pdf: 'application/pdf' } as const

/** Keeps receipts out of search engines and away from crawlers. */
const NOT_INDEXED = { 'x-robots-tag': 'noindex, nofollow' }

/**
 * Serves a receipt as a file: `application/jwt` (RFC 7519) or a PDF. No conditions and no ranges: each request makes
 * another receipt, and parts of two must never be joined.
 */
export function receiptFileResponse(
  format: 'jwt' | 'pdf',
  { serial, verified_at }: Pick<ReceiptClaims, 'serial' | 'verified_at'>,
  bytes: Uint8Array,
): Response {
  const file = {
    bytes,
    sha256: sha256Hex(bytes),
    mediaType: MEDIA_TYPES[format],
    fileName: `receipt ${serial.replace(/[^\p{L}\p{N}.-]/gu, '-')} ${verified_at.slice(0, 10)}.${format}`,
    disposition: 'attachment' as const,
  }
  const response = fileResponse(new Request('https://receipt.invalid/'), file)
  response.headers.set('accept-ranges', 'none')
  for (const [name, value] of Object.entries(NOT_INDEXED)) response.headers.set(name, value)
  return response
}

/** What HEAD gets: the headers of the format, and no receipt. */
export function emptyReceiptResponse(format: keyof typeof MEDIA_TYPES): Response {
  return plainResponse(200, { ...NOT_INDEXED, 'content-type': MEDIA_TYPES[format] }, null)
}
