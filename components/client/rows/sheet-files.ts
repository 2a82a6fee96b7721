import { writeWorkbook } from '@/lib/domain/table/write-workbook'
import type { SerialRow } from '@/lib/scan/list/read-rows'
import { workbookRows } from '@/lib/scan/list/workbook-rows'

/** Reads the rows of a workbook. @returns null for what is none, or holds no serials */
export function readSheetFile(bytes: Uint8Array, origins: readonly [string, ...string[]]): SerialRow[] | null {
  try {
    return workbookRows(bytes, origins)
  } catch {
    return null
  }
}

/** Writes rows as a workbook. */
export function writeSheetFile(rows: readonly (readonly string[])[]): Uint8Array<ArrayBuffer> {
  return writeWorkbook(rows)
}
