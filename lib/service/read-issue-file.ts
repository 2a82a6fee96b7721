import { createReadStream } from 'node:fs'
import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { Transform } from 'node:stream'
import { parse } from 'csv-parse'
import { checkHeader } from '@/lib/domain/certificate-row'
import { ServiceError } from '@/lib/errors'

const MAX_RECORD_BYTES = 64 * 1024

/** One record of an issue file. */
export interface FileRecord {
  /** The line that it begins on, from 1; the header is line 1. */
  line: number
  cells: string[]
}

/** SHA-256 of a file, in lowercase hexadecimal, and its size in bytes; read in pieces. */
export async function hashFile(path: string): Promise<{ sha256: string; size: number }> {
  const hash = createHash('sha256')
  let size = 0
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      size += chunk.length
    }
  } catch (cause) {
    throw new ServiceError('malformed', `The file ${path} cannot be read.`, { cause })
  }
  return { sha256: hash.digest('hex'), size }
}

/**
 * Reads an issue file record by record: CSV (RFC 4180) in UTF-8, with or without a byte order mark, any line ends,
 * quoted cells with line ends in them. Memory does not grow with the file.
 * @returns the header's columns, then every record that is not empty
 * @throws ServiceError `malformed` for bytes that are not UTF-8, a broken quote, a bad header
 */
export async function* readIssueFile(path: string): AsyncGenerator<FileRecord & { columns: string[] }> {
  const parser = parse({ bom: true, relax_column_count: true, info: true, max_record_size: MAX_RECORD_BYTES })
  // The parser is what is read; a failure before it destroys it with the reason.
  const feeding = pipeline(createReadStream(path), utf8Only(), parser).catch(() => undefined)
  let columns: string[] | null = null
  let lastLine = 0
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      const line = lastLine + 1
      lastLine = info.lines
      if (record.every((cell) => cell === '')) continue
      if (columns === null) columns = readHeader(record)
      else yield { line, cells: record, columns }
    }
  } catch (error) {
    throw explain(error)
  } finally {
    parser.destroy()
    await feeding
  }
  if (columns === null) throw new ServiceError('malformed', 'The file is empty: its first line must name the columns.')
}

function readHeader(record: string[]): string[] {
  const columns = record.map((name) => name.trim())
  const reasons = checkHeader(columns)
  if (reasons.length > 0) throw new ServiceError('malformed', `Line 1: ${reasons.join('; ')}.`)
  return columns
}

/** Passes bytes on unchanged, and fails at the first that is not UTF-8: a wrong encoding would turn into wrong names. */
function utf8Only(): Transform {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        decoder.decode(chunk, { stream: true })
        done(null, chunk)
      } catch {
        done(new ServiceError('malformed', 'The file is not UTF-8. Save it as CSV UTF-8 and try again.'))
      }
    },
    flush(done) {
      try {
        decoder.decode()
        done()
      } catch {
        done(new ServiceError('malformed', 'The file is not UTF-8. Save it as CSV UTF-8 and try again.'))
      }
    },
  })
}

function explain(error: unknown): unknown {
  if (error instanceof ServiceError || !(error instanceof Error)) return error
  if ('code' in error && String(error.code).startsWith('CSV_')) {
    return new ServiceError('malformed', `The file is not good CSV: ${error.message}.`)
  }
  return error
}
