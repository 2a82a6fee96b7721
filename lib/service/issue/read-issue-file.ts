import { parse } from 'csv-parse'
import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isHeadAgain } from '@/lib/domain/issue/find-head'
import { checkHeader, columnName } from '@/lib/domain/issue/issue-row'
import { lineEnds } from '@/lib/domain/issue/line-ends'
import { ServiceError } from '@/lib/errors'
import { unreadableFile } from '@/lib/service/files/hash-file'
import { issueFileSeparator } from './issue-file-form'
import { type IssueSource, nameOfSource, openSource } from './issue-source'

/** The longest row, far above any that could be good. It bounds the memory that an unclosed quote can take. */
const MAX_RECORD_BYTES = 2 * 1024 * 1024
/** One record of an issue file. */
export interface FileRecord {
  /** The line that it begins on, from 1; the header is on the first line that is not empty. */
  line: number
  cells: string[]
}

/** A record with what belongs to the file: the header's columns, and how many bytes were read up to its end. */
type ReadRecord = FileRecord & { columns: string[]; bytesRead: number }

/**
 * Reads an issue file record by record: CSV (RFC 4180) in UTF-8, or in a code page that is named, its cells parted by commas, semicolons, tabs or bars,
 * with or without a byte order mark, any line ends, quoted cells with line ends in them, empty lines and the header where it stands again left out. Memory does not
 * grow with the file.
 * @param sha256 what `hashFile` said: a file that changes while it is read is refused
 * @throws ServiceError `malformed` for another kind of file, bytes that are not UTF-8, a broken quote, a bad header, a
 *   changed file
 */
export async function* readIssueFile(source: IssueSource, sha256: string): AsyncGenerator<ReadRecord> {
  const name = nameOfSource(source)
  const places: Places = { nextLine: 1, found: [] }
  const parser = recordParser(places, await issueFileSeparator(source))
  const hash = createHash('sha256')
  // The parser is what is read; a failure before it destroys it with the reason.
  const feeding = pipeline(openSource(source), checkedBytes(hash), parser).catch(() => undefined)
  let columns: string[] | null = null
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      const { line, bytesRead } = places.found.shift() ?? { line: 0, bytesRead: 0 }
      if (columns === null) columns = readHeader(line, cells)
      else if (!isHeadAgain(cells.map(columnName), columns)) yield { line, cells, columns, bytesRead }
    }
  } catch (error) {
    throw explain(error, name, places.nextLine)
  } finally {
    parser.destroy()
    await feeding
  }
  if (hash.digest('hex') !== sha256)
    throw new ServiceError('malformed', `${name} changed while it was read. Try again.`)
  if (columns === null) throw new ServiceError('malformed', 'The file is empty: its first line must name the columns.')
}

/** Where records stand in the file: the parser runs ahead of whoever reads it. */
interface Places {
  /** The line on which the next record begins that the parser finds. */
  nextLine: number
  /** Of the records that were found and not read yet. */
  found: { line: number; bytesRead: number }[]
}

function recordParser(places: Places, delimiter: string) {
  return parse({
    bom: true,
    delimiter,
    relax_column_count: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: MAX_RECORD_BYTES,
    // The parser's own count of lines takes CRLF inside quotes for two.
    on_record: (cells: string[], { bytes }): string[] | null => {
      const line = places.nextLine
      places.nextLine += 1 + lineEnds(cells)
      if (cells.every((cell) => cell.trim() === '')) return null
      places.found.push({ line, bytesRead: bytes })
      return cells
    },
  })
}

function readHeader(line: number, record: string[]): string[] {
  if (record.some((cell) => cell.includes('\0'))) throw notUtf8()
  const reasons = checkHeader(record)
  if (reasons.length > 0) throw new ServiceError('malformed', `Line ${line}: ${reasons.join('; ')}.`)
  return record.map(columnName)
}

/** Passes bytes on unchanged, and fails at the first that is not UTF-8: a wrong encoding would turn into wrong names. */
function checkedBytes(hash: ReturnType<typeof createHash>): Transform {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        decoder.decode(chunk, { stream: true })
      } catch {
        done(notUtf8())
        return
      }
      hash.update(chunk)
      done(null, chunk)
    },
    flush(done) {
      try {
        decoder.decode()
        done()
      } catch {
        done(notUtf8())
      }
    },
  })
}

function notUtf8(): ServiceError {
  return new ServiceError('malformed', 'The file is not UTF-8. Save it as CSV UTF-8 and try again.')
}

/** Why a record that begins on this line cannot be read. */
const BROKEN: ReadonlyMap<string, string> = new Map([
  ['CSV_QUOTE_NOT_CLOSED', 'a quote is opened and never closed'],
  ['CSV_MAX_RECORD_SIZE', 'the row is longer than 2 MB; perhaps a quote is never closed'],
  ['CSV_INVALID_CLOSING_QUOTE', 'text follows a closing quote; a quote inside a quoted cell is written twice'],
  ['INVALID_OPENING_QUOTE', 'a quote stands inside a cell that is not quoted; quote the cell and write it twice'],
])

function explain(error: unknown, path: string, line: number): unknown {
  if (error instanceof ServiceError || !(error instanceof Error) || !('code' in error)) return error
  const reason = BROKEN.get(String(error.code))
  if (reason !== undefined) return new ServiceError('malformed', `Line ${line}: ${reason}.`)
  if ('syscall' in error) return unreadableFile(path, error)
  return new ServiceError('malformed', `Line ${line}: this is not good CSV.`, { cause: error })
}
