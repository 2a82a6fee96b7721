import { ed25519 } from '@noble/curves/ed25519.js'
import { createHash, timingSafeEqual } from 'node:crypto'
import { decodePoint, decodePublicKey, type EdwardsPoint } from './edwards-point'

/** ECVRF-EDWARDS25519-SHA512-TAI (RFC 9381 section 5.5), with `validate_key` TRUE. */
const SUITE = 0x03
const BASE = ed25519.Point.BASE
const ORDER = ed25519.Point.Fn.ORDER
const CHALLENGE_BYTES = 16
/** Gamma, challenge, scalar. */
const VRF_PROOF_BYTES = 32 + CHALLENGE_BYTES + 32
const ENCODE_TO_CURVE = 0x01
const CHALLENGE = 0x02
const PROOF_TO_HASH = 0x03
const MOST_TRIES = 256

/** What a VRF gives for an input: its output, and the proof that it is the one that this key has for it. */
interface VrfResult {
  /** β, 64 bytes: looks random to whoever has neither the key nor the proof. */
  output: Buffer
  /** π, 80 bytes. */
  proof: Buffer
}

/** The public key of a secret one: 32 bytes, as of Ed25519 (RFC 8032 section 5.1.5). */
export function vrfPublicKey(secretKey: Uint8Array): Buffer {
  return encode(expandKey(secretKey).publicPoint)
}

/**
 * ECVRF_prove (RFC 9381 section 5.1).
 * @param secretKey 32 random bytes
 * @param input any bytes, which the proof does not hide
 */
export function proveVrf(secretKey: Uint8Array, input: Uint8Array): VrfResult {
  const { scalar, noncePrefix, publicPoint } = expandKey(secretKey)
  const hashed = encodeToCurve(encode(publicPoint), input)
  const gamma = hashed.multiply(scalar)
  const nonce = littleEndian(sha512(noncePrefix, encode(hashed))) % ORDER
  const challenge = challengeOf(publicPoint, hashed, gamma, BASE.multiply(nonce), hashed.multiply(nonce))
  const response = (nonce + littleEndian(challenge) * scalar) % ORDER
  return { output: outputOf(gamma), proof: Buffer.concat([encode(gamma), challenge, toLittleEndian(response)]) }
}

/**
 * ECVRF_verify (RFC 9381 section 5.3).
 * @returns the output β that the proof proves; null when the key is no key, or the proof proves nothing
 */
export function verifyVrf(publicKey: Uint8Array, input: Uint8Array, proof: Uint8Array): Buffer | null {
  const publicPoint = decodePublicKey(publicKey)
  const parts = publicPoint && decodeProof(proof)
  if (!publicPoint || !parts) return null
  const { gamma, challenge, response } = parts
  const minusChallenge = ORDER - littleEndian(challenge)
  const hashed = encodeToCurve(publicKey, input)
  const u = BASE.multiplyUnsafe(response).add(publicPoint.multiplyUnsafe(minusChallenge))
  const v = hashed.multiplyUnsafe(response).add(gamma.multiplyUnsafe(minusChallenge))
  return timingSafeEqual(challengeOf(publicPoint, hashed, gamma, u, v), challenge) ? outputOf(gamma) : null
}

interface ExpandedKey {
  scalar: bigint
  noncePrefix: Buffer
  publicPoint: EdwardsPoint
}

function expandKey(secretKey: Uint8Array): ExpandedKey {
  if (secretKey.length !== 32) throw new TypeError('the secret key of a VRF is 32 bytes')
  const { scalar, prefix, point } = ed25519.utils.getExtendedPublicKey(Uint8Array.from(secretKey))
  return { scalar, noncePrefix: Buffer.from(prefix), publicPoint: point }
}

interface ProofParts {
  gamma: EdwardsPoint
  challenge: Buffer
  response: bigint
}

function decodeProof(bytes: Uint8Array): ProofParts | null {
  if (bytes.length !== VRF_PROOF_BYTES) return null
  const proof = Buffer.from(bytes)
  // A product of a key with a point of the prime-order group is never of small order.
  const gamma = decodePublicKey(proof.subarray(0, 32))
  const response = littleEndian(proof.subarray(32 + CHALLENGE_BYTES))
  if (!gamma || response >= ORDER) return null
  return { gamma, challenge: proof.subarray(32, 32 + CHALLENGE_BYTES), response }
}

/** ECVRF_encode_to_curve_try_and_increment (RFC 9381 section 5.4.1.1); the salt is the public key. */
function encodeToCurve(salt: Uint8Array, input: Uint8Array): EdwardsPoint {
  for (let counter = 0; counter < MOST_TRIES; counter++) {
    const candidate = sha512([SUITE, ENCODE_TO_CURVE], salt, input, [counter, 0]).subarray(0, 32)
    const point = decodePoint(candidate)?.clearCofactor()
    if (point && !point.is0()) return point
  }
  // Once in 2^256 inputs.
  throw new RangeError('the input has no point on the curve')
}

/** ECVRF_challenge_generation (RFC 9381 section 5.4.3). */
function challengeOf(...points: EdwardsPoint[]): Buffer {
  return sha512([SUITE, CHALLENGE], ...points.map(encode), [0]).subarray(0, CHALLENGE_BYTES)
}

/** ECVRF_proof_to_hash (RFC 9381 section 5.2). */
function outputOf(gamma: EdwardsPoint): Buffer {
  return sha512([SUITE, PROOF_TO_HASH], encode(gamma.clearCofactor()), [0])
}

function encode(point: EdwardsPoint): Buffer {
  return Buffer.from(point.toBytes())
}

function sha512(...pieces: (Uint8Array | number[])[]): Buffer {
  const digest = createHash('sha512')
  for (const piece of pieces) digest.update(Uint8Array.from(piece))
  return digest.digest()
}

function littleEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`)
}

function toLittleEndian(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse()
}
