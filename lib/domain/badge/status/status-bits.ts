import { gunzipSync } from 'node:zlib'
import { decodeBase64url } from '@/lib/crypto/encoding/base64url'

/** Unzipped bytes of a list, at most. */
const MAX_BYTES = 2 * 1024 * 1024
/** Bits of a list, at least: so many that asking for the list tells nothing of the credential (section 6.1). */
export const MIN_STATUS_BITS = 131_072

/**
 * Unpacks `encodedList` (Bitstring Status List 1.0 section 3.3): multibase base64url over gzip.
 * @returns null when it is not of this form, or larger than 2 MiB
 */
export function unpackStatusBits(encodedList: unknown): Buffer | null {
  if (typeof encodedList !== 'string' || !encodedList.startsWith('u')) return null
  const zipped = decodeBase64url(encodedList.slice(1))
  if (zipped === null) return null
  try {
    return gunzipSync(zipped, { maxOutputLength: MAX_BYTES })
  } catch {
    return null
  }
}

/**
 * One entry of a list; index 0 is the left-most bit.
 * @param size bits of each entry
 * @returns null when the list has no such entry
 */
export function statusValue(bits: Buffer, index: number, size: number): number | null {
  const first = index * size
  if (first + size > bits.length * 8) return null
  let value = 0
  for (let at = first; at < first + size; at++) value = value * 2 + (((bits[at >> 3] ?? 0) >> (7 - (at & 7))) & 1)
  return value
}
