import { createHash } from 'node:crypto'

const MARKER = Buffer.from('%%EOF')
const MARKERS_READ = 16
/** The bytes that the buffer needs before a marker's place can be judged: the marker and the two bytes after it. */
const LOOK_AHEAD = MARKER.length + 2
const CR = 0x0d
const LF = 0x0a

/** The SHA-256 of the first `end` bytes of a file. */
interface PrefixHash {
  sha256: string
  end: number
}

export interface FileHashes {
  /** Of the whole file: 64 lowercase hex digits. */
  sha256: string
  /** In bytes. */
  size: number
  /** At most 48, in order, all shorter than the file: where an issued file may end to which something was appended. */
  prefixes: PrefixHash[]
}

/**
 * Hashes a file as it streams by, and with it each prefix that ends at one of the first sixteen `%%EOF`
 * (spec part 7). A program that appends to an issued file, such as one that signs it (ISO 32000-1, 7.5.6),
 * keeps all its bytes and goes on after them; whether the issued file ended right after the marker or after an end of
 * line cannot be told, so each of these places is one prefix.
 */
export class PrefixHasher {
  readonly #hash = createHash('sha256')
  readonly #prefixes: PrefixHash[] = []
  #held: Uint8Array = new Uint8Array(0)
  #hashed = 0
  #markers = 0

  /** Takes the next bytes. */
  update(chunk: Uint8Array): void {
    const bytes = Buffer.concat([this.#held, chunk])
    const settled = Math.max(bytes.length - LOOK_AHEAD + 1, 0)
    this.#take(bytes, settled)
  }

  /** Takes no more bytes, and returns what was found. */
  finish(): FileHashes {
    this.#take(Buffer.from(this.#held), this.#held.length)
    const prefixes = this.#prefixes.filter(({ end }) => end < this.#hashed)
    return { sha256: this.#hash.digest('hex'), size: this.#hashed, prefixes }
  }

  /** Hashes the bytes before `settled`, stopping for the prefixes of each marker that starts among them. */
  #take(bytes: Buffer, settled: number): void {
    let from = 0
    let search = 0
    while (this.#markers < MARKERS_READ) {
      const marker = bytes.indexOf(MARKER, search)
      if (marker < 0 || marker >= settled) break
      this.#markers++
      search = marker + MARKER.length
      for (const end of possibleEnds(bytes, search)) {
        this.#advance(bytes.subarray(from, end))
        this.#prefixes.push({ sha256: this.#hash.copy().digest('hex'), end: this.#hashed })
        from = end
      }
    }
    const upTo = Math.max(settled, from)
    this.#advance(bytes.subarray(from, upTo))
    this.#held = Uint8Array.from(bytes.subarray(upTo))
  }

  #advance(bytes: Uint8Array): void {
    this.#hash.update(bytes)
    this.#hashed += bytes.length
  }
}

/** Right after the marker, and after each of one or two end-of-line bytes. */
function possibleEnds(bytes: Buffer, end: number): number[] {
  if (bytes[end] === LF) return [end, end + 1]
  if (bytes[end] !== CR) return [end]
  return bytes[end + 1] === LF ? [end, end + 1, end + 2] : [end, end + 1]
}
