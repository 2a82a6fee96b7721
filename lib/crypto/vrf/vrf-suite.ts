import { ed25519 } from '@noble/curves/ed25519.js'
import { createHash } from 'node:crypto'
import { decodePoint, type EdwardsPoint } from './edwards-point'

/** ECVRF-EDWARDS25519-SHA512-TAI (RFC 9381 section 5.5), with `validate_key` TRUE. */
const SUITE = 0x03
const ENCODE_TO_CURVE = 0x01
const PROOF_TO_HASH = 0x03
const MOST_TRIES = 256

/** A secret key of the VRF, taken apart (RFC 8032 section 5.1.5). */
interface ExpandedKey {
  /** The scalar as it is before any reduction: 32 bytes, little-endian. */
  scalarBytes: Buffer
  scalar: bigint
  noncePrefix: Buffer
  publicPoint: EdwardsPoint
}

/** @throws TypeError for another key than 32 bytes */
export function expandKey(secretKey: Uint8Array): ExpandedKey {
  if (secretKey.length !== 32) throw new TypeError('the secret key of a VRF is 32 bytes')
  const { head, scalar, prefix, point } = ed25519.utils.getExtendedPublicKey(Uint8Array.from(secretKey))
  return { scalarBytes: Buffer.from(head), scalar, noncePrefix: Buffer.from(prefix), publicPoint: point }
}

/** ECVRF_encode_to_curve_try_and_increment (RFC 9381 section 5.4.1.1); the salt is the public key. */
export function encodeToCurve(salt: Uint8Array, input: Uint8Array): EdwardsPoint {
  for (let counter = 0; counter < MOST_TRIES; counter++) {
    const candidate = suiteHash(ENCODE_TO_CURVE, salt, input, [counter, 0]).subarray(0, 32)
    const point = decodePoint(candidate)?.clearCofactor()
    if (point && !point.is0()) return point
  }
  // Once in 2^256 inputs.
  throw new RangeError('the input has no point on the curve')
}

/** ECVRF_proof_to_hash (RFC 9381 section 5.2). */
export function proofToHash(gamma: EdwardsPoint): Buffer {
  return suiteHash(PROOF_TO_HASH, encodePoint(gamma.clearCofactor()), [0])
}

/** A hash of this suite: its number, what it is for, and the pieces. */
export function suiteHash(use: number, ...pieces: (Uint8Array | number[])[]): Buffer {
  return sha512([SUITE, use], ...pieces)
}

/** The SHA-512 of pieces, one behind the other. */
export function sha512(...pieces: (Uint8Array | number[])[]): Buffer {
  const digest = createHash('sha512')
  for (const piece of pieces) digest.update(Uint8Array.from(piece))
  return digest.digest()
}

/** The 32 bytes of a point (RFC 8032 section 5.1.2). */
export function encodePoint(point: EdwardsPoint): Buffer {
  return Buffer.from(point.toBytes())
}

/** The number that bytes are, the smallest first. */
export function littleEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`)
}

/** A number below 2^256 as 32 bytes, the smallest first. */
export function toLittleEndian(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse()
}
