import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { type CodePage, codePageDecoder } from '@/lib/domain/text/code-page'
import { ServiceError } from '@/lib/errors'
import { hashFile, unreadableFile } from '@/lib/service/files/hash-file'

/** Bytes that are in memory already go to the parser in pieces, as those of a file do. */
const PIECE_BYTES = 64 * 1024

/** A file that is not in Unicode, and the code page that somebody said it was saved in. */
interface CodedFile {
  path: string
  codePage: CodePage
}

/** The file's path, its bytes, or a file in a code page, which is read as the same text in UTF-8 would be. */
export type IssueSource = string | Uint8Array | CodedFile

export function nameOfSource(source: IssueSource): string {
  if (source instanceof Uint8Array) return 'The file'
  return typeof source === 'string' ? source : source.path
}

/** Its bytes in UTF-8, piece by piece; what cannot be read fails as it is read. */
export function openSource(source: IssueSource): Readable {
  if (typeof source === 'string') return createReadStream(source)
  return Readable.from(source instanceof Uint8Array ? pieces(source) : decoded(source))
}

/** The beginning of its bytes in UTF-8. @throws ServiceError `malformed` when it cannot be read */
export async function beginningOf(source: IssueSource, length: number): Promise<Uint8Array> {
  const found: Uint8Array[] = []
  let size = 0
  try {
    for await (const piece of openSource(source) as AsyncIterable<Uint8Array>) {
      found.push(piece)
      size += piece.length
      if (size >= length) break
    }
  } catch (error) {
    throw unreadableFile(nameOfSource(source), error)
  }
  return Buffer.concat(found).subarray(0, length)
}

/** SHA-256 and size of its bytes in UTF-8. @throws ServiceError `malformed` when it cannot be read */
export async function hashSource(source: IssueSource): Promise<{ sha256: string; size: number }> {
  if (typeof source === 'string') return hashFile(source)
  if (source instanceof Uint8Array) return { sha256: sha256Hex(source), size: source.length }
  const hash = createHash('sha256')
  let size = 0
  try {
    for await (const piece of openSource(source) as AsyncIterable<Buffer>) {
      hash.update(piece)
      size += piece.length
    }
  } catch (error) {
    throw unreadableFile(source.path, error)
  }
  return { sha256: hash.digest('hex'), size }
}

function* pieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES)
}

async function* decoded({ path, codePage }: CodedFile): AsyncGenerator<Buffer> {
  const decode = codePageDecoder(codePage)
  const read = (piece?: Buffer) => {
    const text = decode(piece)
    if (text === null)
      throw new ServiceError(
        'malformed',
        `${path} was not saved in ${codePage}: it holds bytes that are no letters there.`,
      )
    return Buffer.from(text)
  }
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) yield read(piece)
  yield read()
}
