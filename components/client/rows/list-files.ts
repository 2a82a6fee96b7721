import { fingerprintOf } from '@/components/client/many/check-files'
import { scanOutcome } from '@/components/client/scan/scan-outcome'
import { fileKind, fileText, TELLING_BYTES, unicodeText } from '@/lib/domain/certificate/file-kind'
import type { AskColumns } from '@/lib/scan/list/columns-to-ask'
import { type CheckedRow, newRow } from '@/lib/scan/list/list-row'
import type { SerialRow } from '@/lib/scan/list/read-rows'
import { ScanFailure } from '@/lib/scan/read/scan-failure'
import { createScanner, type Scanner } from '@/lib/scan/read/scanner'
import type { readSheetFile } from './sheet-files'

declare const SHEET_FILES: string

type Origins = readonly [string, ...string[]]
const LARGEST_BYTES = 20 * 1024 * 1024

/**
 * Reads lists, certificates as PDF files, and pictures with a code, on this device; none of them is sent.
 * @param ask which column of a workbook counts, where nobody can tell
 */
export async function readListFiles(
  files: readonly File[],
  origins: Origins,
  readText: (text: string) => Promise<SerialRow[]>,
  ask: AskColumns,
): Promise<CheckedRow[]> {
  const rows: CheckedRow[] = []
  let scanner: Scanner | null = null
  for (const file of files) {
    const head = new Uint8Array(await file.slice(0, TELLING_BYTES).arrayBuffer())
    const kind = file.size > LARGEST_BYTES ? 'unknown' : fileKind(head)
    const ofFile = (known: Partial<CheckedRow>): CheckedRow => newRow({ file: file.name, ...known })
    if (kind === 'serials' || kind === 'spreadsheet') {
      const bytes = new Uint8Array(await file.arrayBuffer())
      const listed = await (kind === 'serials' ? readText(fileText(bytes) ?? '') : rowsOfSheet(bytes, origins, ask))
      const isCoded = kind === 'serials' && unicodeText(bytes) === null
      rows.push(...(listed?.map((row) => ({ ...fromList(row), isCoded })) ?? [ofFile({ problem: 'unread' })]))
    } else if (kind === 'pdf') {
      const fingerprint = await fingerprintOf(file).catch(() => null)
      rows.push(ofFile(fingerprint === null ? { problem: 'unread' } : { fingerprint }))
    } else if (kind === 'picture' || (kind === 'badge' && isPicture(head))) {
      scanner ??= createScanner()
      rows.push(...(await readPhoto(scanner, file, origins)).map(ofFile))
    } else rows.push(ofFile({ problem: kind === 'unknown' ? 'unread' : kind }))
  }
  scanner?.close()
  return rows
}

/** A row of a list, yet to be checked. */
export function fromList(row: SerialRow): CheckedRow {
  return newRow({ ...row, problem: row.serial === null ? 'no_serial' : null })
}

async function rowsOfSheet(bytes: Uint8Array, origins: Origins, ask: AskColumns): Promise<SerialRow[] | null> {
  const { readSheetFile: read } = (await import(/* @vite-ignore */ SHEET_FILES)) as {
    readSheetFile: typeof readSheetFile
  }
  return read(bytes, origins, ask)
}

/** A badge may be inside of a picture, which can show a code; as text it is none. */
const isPicture = (head: Uint8Array) => fileText(head) === null

/** What is seen in a picture, by certificate: that this device could not look is no answer about it. */
async function readPhoto(scanner: Scanner, file: File, origins: Origins): Promise<Partial<CheckedRow>[]> {
  try {
    const [first, ...others] = (await scanner.readPicture(file)).map(({ text }) => text)
    const outcome = first === undefined ? null : scanOutcome([first, ...others], origins)
    if (outcome?.kind === 'verify') return [{ serial: outcome.serial }]
    if (outcome?.kind === 'several') return outcome.choices.map(({ serial }) => ({ serial }))
    return [{ problem: 'no_code' }]
  } catch (error) {
    return [{ problem: error instanceof ScanFailure && error.reason === 'not_a_picture' ? 'unread' : 'not_scanned' }]
  }
}
