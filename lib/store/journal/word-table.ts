const RECORDS_A_CHUNK = 4096
const FIRST_SLOTS = 64
/** How full the index may get, in tenths. Past that it grows by half, so that it is never emptier than half. */
const MOST_TENTHS = 8

/**
 * Records of a fixed number of 32-bit words, found by the first of them. Typed arrays alone: a million records are a few
 * hundred objects, which the collector of garbage need not walk, and nothing is copied when it grows but the index.
 */
export class WordTable {
  readonly #width: number
  readonly #keyWidth: number
  readonly #chunks: Uint32Array[] = []
  /** The number of a record and one, by the hash of its key; 0 where there is none. */
  #slots = new Uint32Array(FIRST_SLOTS)
  #size = 0

  /** @param keyWidth how many of the words a record is found by; no two records have the same */
  constructor(width: number, keyWidth: number) {
    this.#width = width
    this.#keyWidth = keyWidth
  }

  get size(): number {
    return this.#size
  }

  /** What it takes of memory, in bytes. */
  get bytes(): number {
    return this.#slots.byteLength + this.#chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0)
  }

  /** @returns the number of the record with this key, or -1 */
  find(key: readonly number[]): number {
    return (this.#slots[this.#slotOf(key)] ?? 0) - 1
  }

  /** Adds a record whose key is not there yet, and returns its number. */
  add(words: readonly number[]): number {
    const record = this.#size
    if (record % RECORDS_A_CHUNK === 0) this.#chunks.push(new Uint32Array(RECORDS_A_CHUNK * this.#width))
    for (let word = 0; word < this.#width; word++) this.set(record, word, words[word] ?? 0)
    this.#size += 1
    if (this.#size * 10 > this.#slots.length * MOST_TENTHS) this.#growIndex()
    else this.#slots[this.#slotOf(words)] = this.#size
    return record
  }

  get(record: number, word: number): number {
    return this.#chunks[Math.floor(record / RECORDS_A_CHUNK)]?.[(record % RECORDS_A_CHUNK) * this.#width + word] ?? 0
  }

  set(record: number, word: number, value: number): void {
    const chunk = this.#chunks[Math.floor(record / RECORDS_A_CHUNK)]
    if (chunk) chunk[(record % RECORDS_A_CHUNK) * this.#width + word] = value
  }

  /** All words of all records, in the order in which they were added. */
  words(): Uint32Array {
    const all = new Uint32Array(this.#size * this.#width)
    for (const [index, chunk] of this.#chunks.entries()) {
      const begin = index * RECORDS_A_CHUNK * this.#width
      all.set(chunk.subarray(0, all.length - begin), begin)
    }
    return all
  }

  /** Fills an empty table with what `words` gave. */
  load(words: Uint32Array): void {
    const wordsAChunk = RECORDS_A_CHUNK * this.#width
    for (let begin = 0; begin < words.length; begin += wordsAChunk) {
      const chunk = new Uint32Array(wordsAChunk)
      chunk.set(words.subarray(begin, begin + wordsAChunk))
      this.#chunks.push(chunk)
    }
    this.#size = words.length / this.#width
    this.#growIndex()
  }

  #growIndex(): void {
    let slots = this.#slots.length
    while (this.#size * 10 > slots * MOST_TENTHS) slots = Math.ceil(slots * 1.5)
    this.#slots = new Uint32Array(slots)
    const key = Array.from({ length: this.#keyWidth }, () => 0)
    for (let record = 0; record < this.#size; record++) {
      for (let word = 0; word < this.#keyWidth; word++) key[word] = this.get(record, word)
      this.#slots[this.#slotOf(key)] = record + 1
    }
  }

  /** The slot of the record with this key, or the free one where it would stand. */
  #slotOf(key: readonly number[]): number {
    const slots = this.#slots.length
    let slot = Math.floor((hashOf(key, this.#keyWidth) / 2 ** 32) * slots)
    for (;;) {
      const record = (this.#slots[slot] ?? 0) - 1
      if (record === -1 || this.#isOf(record, key)) return slot
      slot = slot + 1 === slots ? 0 : slot + 1
    }
  }

  #isOf(record: number, key: readonly number[]): boolean {
    for (let word = 0; word < this.#keyWidth; word++) if (this.get(record, word) !== key[word]) return false
    return true
  }
}

function hashOf(key: readonly number[], width: number): number {
  let hash = 0x9e3779b9
  for (let word = 0; word < width; word++) {
    hash = Math.imul(hash ^ (key[word] ?? 0), 0x85ebca6b)
    hash ^= hash >>> 15
  }
  return Math.imul(hash, 0xc2b2ae35) >>> 0
}
