import type { UnreadKind } from '@/lib/domain/certificate/unread-kind'
import { writeWorkbook } from '@/lib/domain/table/write-workbook'
import type { AskColumns } from '@/lib/scan/list/columns-to-ask'
import { SheetError } from '@/lib/scan/list/sheets/read-sheet'
import { type ReadWorkbook, workbookRows } from '@/lib/scan/list/sheets/workbook-rows'

/** Reads the lists of a workbook, of which there are none where it holds no serials. @returns why it could not be read, where that is so */
export async function readSheetFile(
  bytes: Uint8Array,
  origins: readonly [string, ...string[]],
  ask: AskColumns,
): Promise<ReadWorkbook | UnreadKind> {
  try {
    return await workbookRows(bytes, origins, ask)
  } catch (error) {
    if (error instanceof SheetError) return error.reason === 'too_large' ? 'too_large' : 'sheet'
    throw error
  }
}

/** Writes rows as a workbook. */
export function writeSheetFile(rows: readonly (readonly string[])[]): Uint8Array<ArrayBuffer> {
  return writeWorkbook(rows)
}
