import { writeWorkbook } from '@/lib/domain/table/write-workbook'
import { type SerialRow, tableRows } from '@/lib/scan/list/read-rows'
import { readSheet } from '@/lib/scan/list/read-sheet'

/** Reads the rows of a workbook. @returns null for what is none, or holds no serials */
export function readSheetFile(bytes: Uint8Array, origins: readonly [string, ...string[]]): SerialRow[] | null {
  try {
    return tableRows(readSheet(bytes), origins)
  } catch {
    return null
  }
}

/** Writes rows as a workbook. */
export function writeSheetFile(rows: readonly (readonly string[])[]): Uint8Array<ArrayBuffer> {
  return writeWorkbook(rows)
}
