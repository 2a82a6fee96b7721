import { fingerprintOf } from '@/components/client/many/check-files'
import { fileKind, fileText, TELLING_BYTES } from '@/lib/domain/certificate/file-kind'
import { type CheckedRow, newRow } from '@/lib/scan/list/list-row'
import type { SerialRow } from '@/lib/scan/list/read-rows'
import { createScanner, type Scanner } from '@/lib/scan/read/scanner'
import { serialsInText } from '@/lib/scan/typed/read-typed-text'
import type { readSheetFile } from './sheet-files'

declare const SHEET_FILES: string

type Origins = readonly [string, ...string[]]
const LARGEST_BYTES = 20 * 1024 * 1024

/** Reads lists, certificates as PDF files, and pictures with a code, on this device; none of them is sent. */
export async function readListFiles(
  files: readonly File[],
  origins: Origins,
  readText: (text: string) => SerialRow[],
): Promise<CheckedRow[]> {
  const rows: CheckedRow[] = []
  let scanner: Scanner | null = null
  for (const file of files) {
    const head = new Uint8Array(await file.slice(0, TELLING_BYTES).arrayBuffer())
    const kind = file.size > LARGEST_BYTES ? 'unknown' : fileKind(head)
    const ofFile = (serial: string | null, problem: CheckedRow['problem']): CheckedRow => {
      return newRow({ serial, file: file.name, problem })
    }
    if (kind === 'serials' || kind === 'spreadsheet') {
      const bytes = new Uint8Array(await file.arrayBuffer())
      const listed = kind === 'serials' ? readText(fileText(bytes) ?? '') : await rowsOfSheet(bytes, origins)
      rows.push(...(listed?.map(fromList) ?? [ofFile(null, 'unread')]))
    } else if (kind === 'pdf') {
      const found = await serialOfIssued(file).catch(() => undefined)
      rows.push(found === undefined ? ofFile(null, 'unread') : ofFile(found, found === null ? 'not_issued' : null))
    } else if (kind === 'picture' || kind === 'badge') {
      scanner ??= createScanner()
      const codes = await scanner.readPicture(file).catch(() => [])
      const [serial = null] = codes.flatMap(({ text }) => serialsInText(text, origins))
      rows.push(ofFile(serial, serial === null ? 'no_code' : null))
    } else rows.push(ofFile(null, 'unread'))
  }
  scanner?.close()
  return rows
}

/** A row of a list, yet to be checked. */
export function fromList(row: SerialRow): CheckedRow {
  return newRow({ ...row, problem: row.serial === null ? 'no_serial' : null })
}

async function rowsOfSheet(bytes: Uint8Array, origins: Origins): Promise<SerialRow[] | null> {
  const { readSheetFile: read } = (await import(/* @vite-ignore */ SHEET_FILES)) as {
    readSheetFile: typeof readSheetFile
  }
  return read(bytes, origins)
}

/** By its fingerprint: only a file that was issued, byte for byte, has one. @returns null for any other file */
async function serialOfIssued(file: File): Promise<string | null> {
  const sha256 = await fingerprintOf(file)
  const response = await fetch(`/api/public/artifacts/${sha256}`, { cache: 'no-store', credentials: 'omit' })
  if (response.status === 404) return null
  if (!response.ok) throw new Error(`artifacts answered ${response.status}`)
  return ((await response.json()) as { certificate: { serial: string } }).certificate.serial
}
