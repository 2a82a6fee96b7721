import { ed25519 } from '@noble/curves/ed25519.js'
import { timingSafeEqual } from 'node:crypto'
import { decodePublicKey, type EdwardsPoint } from './edwards-point'
import {
  encodePoint,
  encodeToCurve,
  expandKey,
  littleEndian,
  proofToHash,
  sha512,
  suiteHash,
  toLittleEndian,
} from './vrf-suite'

const BASE = ed25519.Point.BASE
const ORDER = ed25519.Point.Fn.ORDER
const CHALLENGE_BYTES = 16
/** Gamma, challenge, scalar. */
const VRF_PROOF_BYTES = 32 + CHALLENGE_BYTES + 32
const CHALLENGE = 0x02

/** What a VRF gives for an input: its output, and the proof that it is the one that this key has for it. */
interface VrfResult {
  /** β, 64 bytes: looks random to whoever has neither the key nor the proof. */
  output: Buffer
  /** π, 80 bytes. */
  proof: Buffer
}

/** The public key of a secret one: 32 bytes, as of Ed25519 (RFC 8032 section 5.1.5). */
export function vrfPublicKey(secretKey: Uint8Array): Buffer {
  return encodePoint(expandKey(secretKey).publicPoint)
}

/**
 * ECVRF_prove (RFC 9381 section 5.1).
 * @param secretKey 32 random bytes
 * @param input any bytes, which the proof does not hide
 */
export function proveVrf(secretKey: Uint8Array, input: Uint8Array): VrfResult {
  const { scalar, noncePrefix, publicPoint } = expandKey(secretKey)
  const hashed = encodeToCurve(encodePoint(publicPoint), input)
  const gamma = hashed.multiply(scalar)
  const nonce = littleEndian(sha512(noncePrefix, encodePoint(hashed))) % ORDER
  const challenge = challengeOf(publicPoint, hashed, gamma, BASE.multiply(nonce), hashed.multiply(nonce))
  const response = (nonce + littleEndian(challenge) * scalar) % ORDER
  return { output: proofToHash(gamma), proof: Buffer.concat([encodePoint(gamma), challenge, toLittleEndian(response)]) }
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
  return timingSafeEqual(challengeOf(publicPoint, hashed, gamma, u, v), challenge) ? proofToHash(gamma) : null
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

/** ECVRF_challenge_generation (RFC 9381 section 5.4.3). */
function challengeOf(...points: EdwardsPoint[]): Buffer {
  return suiteHash(CHALLENGE, ...points.map(encodePoint), [0]).subarray(0, CHALLENGE_BYTES)
}
