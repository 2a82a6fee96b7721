import { fileKind, unicodeText } from '@/lib/domain/certificate/file-kind'
import type { TableChoice } from '@/lib/domain/issue/issue-table'
import type { AlphabetReading } from '@/lib/domain/text/alphabet-reading'
import { ServiceError } from '@/lib/errors'
import type { IssueTable, SentTable } from '@/lib/render/untrusted/sent-table'
import type { UntrustedOutcome } from '@/lib/render/untrusted/untrusted-job'
import { MOST_COLUMNS, type TableFault } from '@/lib/render/untrusted/untrusted-limits'
import { tablePool } from '@/lib/render/untrusted/untrusted-pool-holder'
import { tooManyRows } from '@/lib/service/issue/stage-issue-file'
import { oneAfterAnother } from '@/lib/service/operation/one-after-another'
import { UPLOAD_ROWS } from './issue-upload'

/** Tables of one issuer that are read or wait for it, in a process: the thread is everybody's. */
const MOST_WAITING = 3

/** A table that is refused for its size or its head: whoever reads issue files would take longer, or more words, to say the same. */
export class RefusedTableError extends ServiceError {
  constructor({ code, message }: ServiceError) {
    super(code, message)
  }
}

/** How files of office programs begin: archives, and the compound files of old and protected ones. */
const ARCHIVE = [0x50, 0x4b, 0x03, 0x04]
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0]
/** The streams of old documents and presentations, which are no tables ([MS-CFB] 2.6.1). */
const NO_TABLE_INSIDE = [Buffer.from('WordDocument', 'utf16le'), Buffer.from('PowerPoint Document', 'utf16le')]

/** A table as somebody sent or pasted it, and the code page that they said it was saved in, where it is not in Unicode. */
export type IssueFile = Pick<SentTable, 'bytes' | 'codePage'>

/**
 * What is in a table as somebody sent or pasted it: a workbook, or text in UTF-8, UTF-16 or a code page whose cells are
 * parted by tabs, commas, semicolons or bars. Rows without any cell are left out.
 * @throws ServiceError `malformed` for what is no table, or too large a one; `unavailable`
 */
export async function readIssueTable(issuerId: string, file: IssueFile): Promise<IssueTable> {
  refuseOfficeFile(file.bytes)
  const sent = { ...file, mostRows: UPLOAD_ROWS }
  return tableOf(await inTurn(issuerId, () => tablePool().run('issueTable', sent)))
}

/**
 * How a table that is not in Unicode reads in each code page that it can have been saved in.
 * @throws as `readIssueTable`
 */
export async function readIssueAlphabets(issuerId: string, bytes: Uint8Array): Promise<AlphabetReading[]> {
  const sent = { bytes, mostRows: UPLOAD_ROWS }
  return tableOf(await inTurn(issuerId, () => tablePool().run('issueAlphabets', sent)))
}

/** Whether a file is a text that is not in Unicode: what its letters are, only who saved it can say. */
export function isWithoutAlphabet(file: Uint8Array): boolean {
  return !isOfficeFile(file) && fileKind(file) === 'serials' && unicodeText(file) === null
}

/**
 * The records of an issue file out of such a table, by what somebody chose for its columns.
 * @throws as `readIssueTable`
 */
export async function writeIssueFile(issuerId: string, file: IssueFile, choice: TableChoice): Promise<Uint8Array> {
  const sent = { ...file, mostRows: UPLOAD_ROWS }
  return tableOf(await inTurn(issuerId, () => tablePool().run('issueFile', { sent, choice })))
}

/** Whether a file is of an office program, so that saving it as another kind of text would be no help. */
export function isOfficeFile(file: Uint8Array): boolean {
  return [ARCHIVE, COMPOUND].some((beginning) => begins(file, beginning))
}

function begins(file: Uint8Array, beginning: readonly number[]): boolean {
  return beginning.every((byte, index) => file[index] === byte)
}

function refuseOfficeFile(file: Uint8Array): void {
  if (begins(file, ARCHIVE) && fileKind(file) !== 'spreadsheet') throw refusalOf('no-table')
  if (!begins(file, COMPOUND)) return
  if (NO_TABLE_INSIDE.some((name) => Buffer.from(file).includes(name))) throw refusalOf('no-table')
  throw new ServiceError(
    'malformed',
    'This is a workbook of an old or protected kind. Save it as XLSX without a password.',
  )
}

/** One table of an issuer after another. */
async function inTurn<Output>(
  issuerId: string,
  read: () => Promise<UntrustedOutcome<Output>>,
): Promise<UntrustedOutcome<Output>> {
  const busy = { kind: 'unavailable', reason: 'as many tables of the issuer wait as may' } as const
  return (await oneAfterAnother(`table of ${issuerId}`, MOST_WAITING, read)) ?? busy
}

function tableOf<Output>(outcome: UntrustedOutcome<Output | TableFault>): Output {
  if (outcome.kind === 'unavailable')
    throw new ServiceError('unavailable', 'Tables cannot be read just now. Try again in a moment.', {
      cause: outcome.reason,
    })
  if (outcome.kind === 'refused') throw new ServiceError('malformed', `The workbook cannot be read: ${outcome.detail}.`)
  if (typeof outcome.output === 'string') throw refusalOf(outcome.output as TableFault)
  return outcome.output as Output
}

function refusalOf(fault: TableFault): ServiceError {
  const [, first, last] = /^in-quote (\d+) (\d+)$/.exec(fault) ?? []
  if (first !== undefined)
    return new RefusedTableError(
      new ServiceError(
        'malformed',
        `The quote that is opened on line ${first} is closed on line ${last} only: the rows between would be lost.`,
      ),
    )
  switch (fault as Exclude<TableFault, `in-quote ${number} ${number}`>) {
    case 'no-table':
      return new ServiceError('malformed', 'This is no table. Send a workbook (XLSX) or a CSV file, or paste the rows.')
    case 'alphabet':
      return new ServiceError('malformed', 'The file is not UTF-8. Save it as CSV UTF-8 and try again.')
    case 'empty':
      return new ServiceError('malformed', 'The table is empty: its first line must name the columns.')
    case 'no-head':
      return new RefusedTableError(
        new ServiceError('malformed', 'The first line is a row. Put a line above it that says what each column holds.'),
      )
    case 'quotes':
      return new ServiceError(
        'malformed',
        'The table cannot be read: a quote is opened and never closed, or stands inside a cell.',
      )
    case 'cut':
      return new RefusedTableError(
        new ServiceError('malformed', 'The file ends in the midst of a letter: it was cut off. Save or send it again.'),
      )
    case 'rows':
      return new RefusedTableError(tooManyRows(UPLOAD_ROWS))
    case 'columns':
      return new RefusedTableError(
        new ServiceError(
          'malformed',
          `The table has more than ${MOST_COLUMNS} columns. Leave out those that no certificate shows.`,
        ),
      )
  }
}
