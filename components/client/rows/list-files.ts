import { fingerprintOf } from '@/components/client/many/check-files'
import { scanOutcome } from '@/components/client/scan/scan-outcome'
import { fileKind, fileText, TELLING_BYTES, unicodeText } from '@/lib/domain/certificate/file-kind'
import { unreadKind, type UnreadKind } from '@/lib/domain/certificate/unread-kind'
import { type CheckedRow, newRow } from '@/lib/scan/list/list-row'
import { MOST_ROWS, type SerialRow } from '@/lib/scan/list/serial-row'
import { ScanFailure } from '@/lib/scan/read/scan-failure'
import { createScanner, type Scanner } from '@/lib/scan/read/scanner'
import type { ListReader } from './list-sources'
import type { readSheetFile } from './sheet-files'

declare const SHEET_FILES: string

type Origins = readonly [string, ...string[]]
const LARGEST_BYTES = 20 * 1024 * 1024

/**
 * Reads lists, certificates as PDF files, and pictures with a code, on this device; none of them is sent. Each file has a row at least,
 * which says why nothing of it could be read.
 * @param lists reads what is a list
 * @returns more than `MOST_ROWS` where there are more: what comes behind those is not read
 */
export async function readListFiles(files: readonly File[], lists: ListReader): Promise<CheckedRow[]> {
  const rows: CheckedRow[] = []
  const scanner: { opened?: Scanner } = {}
  const scan = (file: File) => readPhoto((scanner.opened ??= createScanner()), file, lists.origins)
  for (const file of files) {
    if (rows.length > MOST_ROWS) break
    // It may have been changed or deleted since it was chosen, or be a folder: the others are checked all the same.
    const read = await readFile(file, lists, scan).catch((): FileRows => [{ problem: 'unread' }])
    rows.push(...read.map((row) => newRow({ file: file.name, ...row })))
  }
  scanner.opened?.close()
  return rows
}

type FileRows = readonly Partial<CheckedRow>[]

async function readFile(file: File, lists: ListReader, scan: (file: File) => Promise<FileRows>): Promise<FileRows> {
  if (file.size > LARGEST_BYTES) return [{ problem: 'too_large' }]
  const head = new Uint8Array(await file.slice(0, TELLING_BYTES).arrayBuffer())
  const kind = fileKind(head)
  if (kind === 'serials' || kind === 'spreadsheet') {
    const bytes = new Uint8Array(await file.arrayBuffer())
    const listed = await (kind === 'serials'
      ? lists.text(fileText(bytes) ?? '', file.name)
      : rowsOfSheet(bytes, file, lists))
    if (typeof listed === 'string' || listed.length === 0)
      return [{ problem: typeof listed === 'string' ? listed : 'none' }]
    const isCoded = kind === 'serials' && unicodeText(bytes) === null
    return listed.map((row) => ({ ...fromList(row), isCoded }))
  }
  if (kind === 'pdf') return [{ fingerprint: await fingerprintOf(file) }]
  if (kind === 'picture' || (kind === 'badge' && isPicture(head))) return scan(file)
  return [{ problem: kind === 'unknown' ? unreadKind(head) : kind }]
}

/** A row of a list, yet to be checked. */
export function fromList(row: SerialRow): CheckedRow {
  const { elsewhere, ...known } = row
  return newRow({ ...known, problem: row.serial !== null ? null : elsewhere ? 'elsewhere' : 'no_serial' })
}

async function rowsOfSheet(bytes: Uint8Array, file: File, lists: ListReader): Promise<SerialRow[] | UnreadKind> {
  const { readSheetFile: read } = (await import(/* @vite-ignore */ SHEET_FILES)) as {
    readSheetFile: typeof readSheetFile
  }
  const book = await read(bytes, lists.origins, lists.askColumns)
  return typeof book === 'string' ? book : lists.workbook(book, file.name)
}

/** A badge may be inside of a picture, which can show a code; as text it is none. */
const isPicture = (head: Uint8Array) => fileText(head) === null

/** What is seen in a picture, by certificate: that this device could not look is no answer about it. */
async function readPhoto(scanner: Scanner, file: File, origins: Origins): Promise<FileRows> {
  try {
    const [first, ...others] = (await scanner.readPicture(file)).map(({ text }) => text)
    const outcome = first === undefined ? null : scanOutcome([first, ...others], origins)
    if (outcome?.kind === 'verify') return [{ serial: outcome.serial }]
    if (outcome?.kind === 'several') return outcome.choices.map(({ serial }) => ({ serial }))
    return [{ problem: 'no_code' }]
  } catch (error) {
    return [{ problem: error instanceof ScanFailure && error.reason === 'not_a_picture' ? 'picture' : 'not_scanned' }]
  }
}
