import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, inflateSync } from 'node:zlib'
import pg from 'pg'

/** Where a person's data was found: a table, a file. */
export type Places = Set<string>

/**
 * Looks for words in bytes: as they are and without regard to case, in hexadecimal, in base64 at each of its three places,
 * and the same in whatever was compressed.
 */
export class PersonalData {
  readonly #plain: string[]
  readonly #encoded: Buffer[]

  /** @param words ASCII, each of them telling of one person and nobody else */
  constructor(words: readonly string[]) {
    this.#plain = words.map((word) => word.toLowerCase())
    this.#encoded = words.flatMap((word) => [
      Buffer.from(Buffer.from(word, 'latin1').toString('hex'), 'latin1'),
      ...base64Forms(word),
    ])
  }

  isIn(bytes: Buffer, depth = 0): boolean {
    const text = bytes.toString('latin1').toLowerCase()
    if (this.#plain.some((word) => text.includes(word))) return true
    if (this.#encoded.some((form) => bytes.includes(form))) return true
    return depth < 3 && unpacked(bytes).some((inner) => this.isIn(inner, depth + 1))
  }

  /** Every table of a database, its statistics and the texts of its functions among them, row by row. */
  async inDatabase(adminUrl: string): Promise<Places> {
    const client = new pg.Client(adminUrl)
    await client.connect()
    const places: Places = new Set()
    try {
      const { rows } = await client.query<{ name: string }>(
        `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         WHERE c.relkind IN ('r', 'm') AND n.nspname NOT LIKE 'pg_toast%'
         UNION ALL SELECT 'pg_catalog.pg_stats'`,
      )
      for (const { name } of rows) {
        const { rows: texts } = await client.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`)
        if (texts.some(({ row }) => this.isIn(Buffer.from(row, 'utf8')))) places.add(name.replace('public.', ''))
      }
      return places
    } finally {
      await client.end()
    }
  }

  /**
   * Every file under a folder, by its path in it.
   * @param leave folders that are passed over, such as `pg_wal`
   */
  async inFolder(folder: string, leave: readonly string[] = []): Promise<Places> {
    const places: Places = new Set()
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      if (!entry.isFile() || leave.some((part) => path.includes(`/${part}/`))) continue
      if (this.isIn(Buffer.concat([Buffer.from(`${entry.name}\n`), await readFile(path).catch(goneIsEmpty)])))
        places.add(path.slice(folder.length + 1))
    }
    return places
  }
}

/** A server that runs takes files of its own away while others are read. */
function goneIsEmpty(error: NodeJS.ErrnoException): Buffer {
  if (error.code !== 'ENOENT') throw error
  return Buffer.alloc(0)
}

/** The characters that are the same whatever stands before and after the word. */
function base64Forms(word: string): Buffer[] {
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.from(`${'\0'.repeat(before)}${word}`, 'latin1')
      .toString('base64')
      .replace(/=+$/, '')
    const inner = text.slice(before === 0 ? 0 : before + 1, -1)
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')].map((form) => Buffer.from(form, 'latin1'))
  })
}

/** What is compressed in bytes: gzip, and zlib wherever it begins, as in PDF and PNG. */
function unpacked(bytes: Buffer): Buffer[] {
  const found: Buffer[] = []
  const attempt = (open: () => Buffer) => {
    try {
      found.push(open())
    } catch {
      // not compressed this way
    }
  }
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) attempt(() => gunzipSync(bytes))
  for (const mark of ['stream\r\n', 'stream\n']) {
    for (let at = bytes.indexOf(mark); at !== -1; at = bytes.indexOf(mark, at + 1)) {
      const body = bytes.subarray(at + mark.length)
      if ((body[0] ?? 0) % 16 === 8)
        attempt(() => inflateSync(body.subarray(0, body.indexOf('endstream') + 1 || undefined), FIRST))
    }
  }
  return found
}

/** What follows the end of a stream is none of its. */
const FIRST = { finishFlush: 2 }
