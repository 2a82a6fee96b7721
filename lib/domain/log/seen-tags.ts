import { randomBytes } from 'node:crypto'

/** Of the 32 bytes of a tag; no two tags agree in them unless somebody made them so, which is an alarm too. */
const KEPT_BYTES = 16
const START = 1024

/** Which tags a log has: an open-addressed table of bytes, since a log may have tens of millions. */
export class SeenTags {
  #slots = Buffer.alloc(START * KEPT_BYTES)
  #count = 0
  /** Of this table alone: a log that chose its tags so that they fall into one slot would make it slow. */
  readonly #seed = new Int32Array(new Uint8Array(randomBytes(KEPT_BYTES)).buffer)

  /**
   * @param tag 32 bytes
   * @returns false when it was there already
   */
  add(tag: Buffer): boolean {
    if (this.#count * 4 >= this.#capacity * 3) this.#grow()
    const at = this.#slotOf(tag)
    if (!isFree(this.#slots, at)) return false
    tag.copy(this.#slots, at, 0, KEPT_BYTES)
    this.#count++
    return true
  }

  get #capacity(): number {
    return this.#slots.length / KEPT_BYTES
  }

  /** Where the tag is, or would be. */
  #slotOf(tag: Buffer): number {
    const mask = this.#capacity - 1
    for (let slot = this.#hash(tag) & mask; ; slot = (slot + 1) & mask) {
      const at = slot * KEPT_BYTES
      if (isFree(this.#slots, at) || tag.compare(this.#slots, at, at + KEPT_BYTES, 0, KEPT_BYTES) === 0) return at
    }
  }

  #hash(tag: Buffer): number {
    let sum = 0
    for (const [word, factor] of this.#seed.entries()) {
      const mixed = Math.imul(tag.readInt32LE(word * 4) ^ factor, 0x9e3779b1)
      sum = Math.imul(sum ^ mixed ^ (mixed >>> 15), factor | 1)
    }
    return (sum ^ (sum >>> 16)) >>> 0
  }

  #grow(): void {
    const old = this.#slots
    this.#slots = Buffer.alloc(old.length * 2)
    for (let at = 0; at < old.length; at += KEPT_BYTES) {
      if (isFree(old, at)) continue
      const tag = old.subarray(at, at + KEPT_BYTES)
      tag.copy(this.#slots, this.#slotOf(tag))
    }
  }
}

/** A tag of zeros alone would count as free; an HMAC is none in 2^128. */
function isFree(slots: Buffer, at: number): boolean {
  return slots.readBigUInt64LE(at) === 0n && slots.readBigUInt64LE(at + 8) === 0n
}
