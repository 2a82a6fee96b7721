import { writeWorkbook } from '@/lib/domain/table/write-workbook'
import type { AskColumns } from '@/lib/scan/list/columns-to-ask'
import type { SerialRow } from '@/lib/scan/list/read-rows'
import { SheetError } from '@/lib/scan/list/read-sheet'
import { workbookRows } from '@/lib/scan/list/workbook-rows'

/** Reads the rows of a workbook. @returns null for what is none, or holds no serials */
export async function readSheetFile(
  bytes: Uint8Array,
  origins: readonly [string, ...string[]],
  ask: AskColumns,
): Promise<SerialRow[] | null> {
  return workbookRows(bytes, origins, ask).catch((error: unknown) => {
    if (error instanceof SheetError) return null
    throw error
  })
}

/** Writes rows as a workbook. */
export function writeSheetFile(rows: readonly (readonly string[])[]): Uint8Array<ArrayBuffer> {
  return writeWorkbook(rows)
}
