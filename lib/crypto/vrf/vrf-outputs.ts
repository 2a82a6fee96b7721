import { ed25519 } from '@noble/curves/ed25519.js'
import { createPrivateKey, createPublicKey, diffieHellman, type KeyObject } from 'node:crypto'
import type { EdwardsPoint } from './edwards-point'
import { encodePoint, encodeToCurve, expandKey, littleEndian, proofToHash, toLittleEndian } from './vrf-suite'

const { Point } = ed25519
const FIELD = Point.Fp
/** v² = u³ + A·u² + u is the curve of X25519 (RFC 7748 section 4.1); a point (x, y) of edwards25519 is one of it. */
const A = 486_662n
const TO_MONTGOMERY = FIELD.sqrt(FIELD.create(-486_664n))
const PRIVATE_HEADER = Buffer.from('302e020100300506032b656e04220420', 'hex')
const PUBLIC_HEADER = Buffer.from('302a300506032b656e032100', 'hex')

/**
 * The outputs β that a VRF key gives, without their proofs (decision 100): what a leaf's tag is made with. Equal to those
 * of `proveVrf`. The two products with the secret scalar are X25519's, whose clamping is that of the key; of each it gives
 * the first coordinate only, and the second one follows from both.
 */
export class VrfOutputs {
  readonly #publicKey: Buffer
  readonly #key: KeyObject
  /** The public key's point on the curve of X25519. */
  readonly #own: { u: bigint; v: bigint }
  /** 1 / 2v of it. */
  readonly #halfInverse: bigint

  /** @param secretKey 32 random bytes */
  constructor(secretKey: Uint8Array) {
    const { scalarBytes, publicPoint } = expandKey(secretKey)
    this.#publicKey = encodePoint(publicPoint)
    this.#key = createPrivateKey({
      key: Buffer.concat([PRIVATE_HEADER, scalarBytes]),
      format: 'der',
      type: 'pkcs8',
    })
    const u = firstOf(publicPoint)
    this.#own = { u, v: FIELD.mul(TO_MONTGOMERY, FIELD.mul(u, FIELD.inv(publicPoint.toAffine().x))) }
    this.#halfInverse = FIELD.inv(FIELD.add(this.#own.v, this.#own.v))
  }

  /**
   * @param input any bytes
   * @returns 64 bytes
   */
  of(input: Uint8Array): Buffer {
    return proofToHash(this.#product(encodeToCurve(this.#publicKey, input)))
  }

  /** The product of a point with the secret scalar. */
  #product(point: EdwardsPoint): EdwardsPoint {
    const own = this.#own
    const u = this.#firstOfProduct(point)
    // The product of point + BASE is that of the point + the public key.
    const sum = this.#firstOfProduct(point.add(Point.BASE))
    const square = FIELD.mul(u, FIELD.add(FIELD.mul(u, FIELD.add(u, A)), 1n))
    const gap = FIELD.sub(own.u, u)
    const slope = FIELD.mul(FIELD.add(FIELD.add(sum, A), FIELD.add(u, own.u)), FIELD.mul(gap, gap))
    const v = FIELD.mul(FIELD.sub(FIELD.add(FIELD.mul(own.v, own.v), square), slope), this.#halfInverse)
    // Whatever the library gave, only a point of the curve that fits both of its answers gets here.
    if (FIELD.is0(v) || !FIELD.eql(FIELD.mul(v, v), square))
      throw new Error('a product with the key of the VRF is wrong')
    const more = FIELD.add(u, 1n)
    const inverse = FIELD.inv(FIELD.mul(v, more))
    const x = FIELD.mul(TO_MONTGOMERY, FIELD.mul(u, FIELD.mul(inverse, more)))
    return Point.fromAffine({ x, y: FIELD.mul(FIELD.sub(u, 1n), FIELD.mul(inverse, v)) })
  }

  /** u of the product of a point with the secret scalar. */
  #firstOfProduct(point: EdwardsPoint): bigint {
    const key = Buffer.concat([PUBLIC_HEADER, toLittleEndian(firstOf(point))])
    const publicKey = createPublicKey({ key, format: 'der', type: 'spki' })
    return FIELD.create(littleEndian(diffieHellman({ privateKey: this.#key, publicKey })))
  }
}

/** u of a point, on the curve of X25519. */
function firstOf({ Y, Z }: EdwardsPoint): bigint {
  return FIELD.mul(FIELD.add(Z, Y), FIELD.inv(FIELD.sub(Z, Y)))
}
