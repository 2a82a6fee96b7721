import { gzipSync } from 'node:zlib'
import { encodeBase64url } from '@/lib/crypto/encoding/base64url'
import type { JsonLdDocument } from '@/lib/crypto/signature/data-integrity'
import { wholeSeconds } from './certificate-dates'
import { isoSeconds } from './credential'

/** How long a reader may keep a list before it asks again, in milliseconds: a withdrawal should be seen soon. */
const STATUS_LIST_TTL_MS = 60_000

/** How long a list is good at all, in milliseconds: an old one, served again by somebody else, is worth nothing. */
const STATUS_LIST_VALIDITY_MS = 15 * 60_000

/** Readers' clocks are not ours: a list is good from a little before it was made, in milliseconds. */
const CLOCK_TOLERANCE_MS = 60_000

/**
 * The bits of a status list, the first bit of the first byte being index 0 (Bitstring Status List 1.0, section 3.3).
 * @param length entries, a multiple of eight
 * @param indexes the entries that are set; one outside the list is not of it and is left out
 */
export function statusBits(length: number, indexes: Iterable<number>): Buffer {
  const bits = Buffer.alloc(length / 8)
  for (const index of indexes) {
    if (!Number.isInteger(index) || index < 0 || index >= length) continue
    bits[index >> 3] = (bits[index >> 3] ?? 0) | (0x80 >> (index & 7))
  }
  return bits
}

/**
 * A BitstringStatusListCredential without its proof (Bitstring Status List 1.0, section 2.2), purpose revocation.
 * @param list `url` where it is served; `issuerDid` who signs it; `bits` as `statusBits` makes them
 * @param now the database's time, milliseconds since 1970
 */
export function statusListCredential(
  list: { url: string; issuerDid: string; bits: Buffer },
  now: number,
): JsonLdDocument {
  return {
    '@context': ['https://www.w3.org/ns/credentials/v2'],
    id: list.url,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: list.issuerDid,
    validFrom: isoSeconds(wholeSeconds(new Date(now - CLOCK_TOLERANCE_MS)).getTime()),
    validUntil: isoSeconds(wholeSeconds(new Date(now + STATUS_LIST_VALIDITY_MS)).getTime()),
    credentialSubject: {
      id: `${list.url}#list`,
      type: 'BitstringStatusList',
      statusPurpose: 'revocation',
      encodedList: `u${encodeBase64url(gzipSync(list.bits))}`,
      ttl: STATUS_LIST_TTL_MS,
    },
  }
}
