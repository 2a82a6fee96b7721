import { hasValidCheckCharacter } from '@/lib/domain/certificate/serial'
import { isSerialHead } from '@/lib/domain/issue/read-serial-list'
import { type AskColumns, tableColumnsToAsk } from './columns-to-ask'
import { MOST_ROWS, type SerialRow, tableRows } from './read-rows'
import { readSheets } from './read-sheet'

/**
 * The rows of all sheets of a workbook that are lists of certificates: the first that has a column of serials, and each further one
 * that names such a column or holds a serial of ours. Codes of another kind on a further sheet are nobody's to send.
 * @param ask is called for each of them of which nobody can tell which column counts
 * @returns null where no sheet has any; at most one row more than `MOST_ROWS`
 * @throws SheetError
 */
export async function workbookRows(
  bytes: Uint8Array,
  origins: readonly [string, ...string[]],
  ask: AskColumns,
): Promise<SerialRow[] | null> {
  const found: SerialRow[] = []
  for (const sheet of readSheets(bytes)) {
    const rows = found.length > MOST_ROWS ? null : tableRows(sheet, origins)
    if (rows === null || (found.length > 0 && !isList(sheet, rows))) continue
    const asked = tableColumnsToAsk(sheet, origins)
    found.push(...((asked && tableRows(sheet, origins, await ask(asked))) ?? rows))
  }
  return found.length > 0 ? found.slice(0, MOST_ROWS + 1) : null
}

const isList = (sheet: readonly string[][], rows: readonly SerialRow[]) =>
  sheet.some((cells) => cells.some(isSerialHead)) || rows.some(({ serial }) => hasValidCheckCharacter(serial ?? ''))
