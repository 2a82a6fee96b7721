/** One thing in a member of a backup: a table, a file. */
export interface BackupEntry {
  name: string
  body: AsyncIterable<Uint8Array>
}

/** The longest name of an entry, and the longest part of a body, in bytes: what claims more is damaged. */
const MOST_NAME = 512
const MOST_PART = 1024 * 1024

/** A member whose entries cannot be read. */
export class EntriesDamaged extends Error {
  override name = 'EntriesDamaged'
}

/** Entries as bytes, in their order: length and name, then parts with their lengths, then a length of zero. */
export async function* writeBackupEntries(entries: AsyncIterable<BackupEntry>): AsyncGenerator<Buffer> {
  for await (const { name, body } of entries) {
    const bytes = Buffer.from(name)
    yield Buffer.concat([lengthOf(bytes), bytes])
    for await (const part of body) {
      for (let at = 0; at < part.length; at += MOST_PART) {
        const piece = part.subarray(at, at + MOST_PART)
        yield Buffer.concat([lengthOf(piece), piece])
      }
    }
    yield Buffer.alloc(4)
  }
}

/**
 * Reads what `writeBackupEntries` wrote. A body that was not read to its end is skipped.
 * @throws EntriesDamaged
 */
export async function* readBackupEntries(source: AsyncIterable<Buffer>): AsyncGenerator<BackupEntry> {
  const bytes = new ByteReader(source)
  for (;;) {
    const length = await bytes.lengthOrEnd()
    if (length === null) return
    const name = (await bytes.take(length, MOST_NAME)).toString('utf8')
    const body = bodyOf(bytes)
    yield { name, body }
    while (!(await body.next()).done) continue
  }
}

async function* bodyOf(bytes: ByteReader): AsyncGenerator<Buffer> {
  for (;;) {
    const length = await bytes.lengthOrEnd()
    if (length === null) throw new EntriesDamaged()
    if (length === 0) return
    yield await bytes.take(length, MOST_PART)
  }
}

/** Reads to the end, for what is checked on the way. */
export async function readThrough(source: AsyncIterable<Uint8Array>): Promise<void> {
  const parts = source[Symbol.asyncIterator]()
  while (!(await parts.next()).done) continue
}

class ByteReader {
  readonly #source: AsyncIterator<Buffer>
  #held: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** Null at the end. */
  async lengthOrEnd(): Promise<number | null> {
    const bytes = await this.#upTo(4)
    if (bytes.length === 0) return null
    if (bytes.length < 4) throw new EntriesDamaged()
    return bytes.readUInt32BE()
  }

  async take(length: number, most: number): Promise<Buffer> {
    if (length > most) throw new EntriesDamaged()
    const bytes = await this.#upTo(length)
    if (bytes.length < length) throw new EntriesDamaged()
    return bytes
  }

  async #upTo(length: number): Promise<Buffer> {
    const parts = [this.#held]
    let there = this.#held.length
    while (there < length) {
      const next = await this.#source.next()
      if (next.done === true) break
      parts.push(next.value)
      there += next.value.length
    }
    const all = parts.length === 1 ? this.#held : Buffer.concat(parts)
    this.#held = all.subarray(length)
    return all.subarray(0, length)
  }
}

function lengthOf(bytes: Uint8Array): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return length
}
