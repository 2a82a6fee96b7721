import { ed25519 } from '@noble/curves/ed25519.js'

export type EdwardsPoint = InstanceType<typeof ed25519.Point>

/**
 * Decodes a point of edwards25519 (RFC 8032 section 5.1.3), in its one spelling: no y of 2^255 - 19 or more, and no
 * minus zero.
 * @returns null when the bytes are none
 */
export function decodePoint(bytes: Uint8Array): EdwardsPoint | null {
  try {
    return ed25519.Point.fromBytes(Uint8Array.from(bytes), false)
  } catch {
    return null
  }
}

/**
 * Decodes a public key. A point of small order is none: signatures and proofs of anybody about anything hold under it
 * (`validate_key`, RFC 9381 section 5.4.5).
 */
export function decodePublicKey(bytes: Uint8Array): EdwardsPoint | null {
  const point = decodePoint(bytes)
  return point === null || point.isSmallOrder() ? null : point
}
