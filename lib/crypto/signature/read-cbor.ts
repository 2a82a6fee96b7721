/** The CBOR values that are read here: unsigned integers, byte strings, arrays and maps. */
type CborValue = number | Buffer | CborValue[] | Map<CborValue, CborValue>

const MAX_DEPTH = 4
/** Tag 64 of RFC 8746: some encoders write it before byte strings. */
const ARRAY_OF_BYTES = 64

/**
 * Reads CBOR (RFC 8949) as far as proofs need it, strictly: one item with nothing after it, definite lengths, integers
 * below 2^32, no tag but that of an array of bytes (RFC 8746), nested four levels at most.
 * @returns null for everything else
 */
export function readCbor(bytes: Buffer): CborValue | null {
  const reader = new Reader(bytes)
  try {
    const value = reader.item(0)
    return reader.atEnd ? value : null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

class Reader {
  #at = 0
  readonly #bytes: Buffer

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get atEnd(): boolean {
    return this.#at === this.#bytes.length
  }

  item(depth: number): CborValue {
    if (depth > MAX_DEPTH) throw new RangeError('CBOR is nested too deeply')
    const initial = this.#bytes.readUInt8(this.#at++)
    const count = this.#argument(initial & 0x1f)
    switch (initial >> 5) {
      case 0:
        return count
      case 2:
        return this.#slice(count)
      case 4:
        return this.#items(count, depth)
      case 5:
        return this.#map(count, depth)
      case 6:
        return this.#tagged(count, depth)
      default:
        throw new RangeError('CBOR of another type')
    }
  }

  #tagged(tag: number, depth: number): CborValue {
    const item = this.item(depth + 1)
    if (tag !== ARRAY_OF_BYTES || !Buffer.isBuffer(item)) throw new RangeError('CBOR with another tag')
    return item
  }

  #argument(short: number): number {
    if (short < 24) return short
    const width = short === 24 ? 1 : short === 25 ? 2 : short === 26 ? 4 : 0
    if (width === 0) throw new RangeError('a length in CBOR is indefinite or too large')
    const value = this.#bytes.readUIntBE(this.#at, width)
    this.#at += width
    return value
  }

  #slice(length: number): Buffer {
    const end = this.#at + length
    if (end > this.#bytes.length) throw new RangeError('CBOR ends early')
    const slice = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return slice
  }

  #items(count: number, depth: number): CborValue[] {
    // Each item takes a byte: a count beyond the bytes is refused before it costs anything.
    if (count > this.#bytes.length - this.#at) throw new RangeError('CBOR ends early')
    return Array.from({ length: count }, () => this.item(depth + 1))
  }

  #map(count: number, depth: number): Map<CborValue, CborValue> {
    const items = this.#items(count * 2, depth)
    const map = new Map<CborValue, CborValue>()
    for (let at = 0; at < items.length; at += 2) map.set(items[at] ?? 0, items[at + 1] ?? 0)
    if (map.size !== count) throw new RangeError('CBOR names a key twice')
    return map
  }
}
