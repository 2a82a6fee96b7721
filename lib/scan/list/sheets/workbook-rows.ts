import { hasValidCheckCharacter } from '@/lib/domain/certificate/serial'
import { isSerialHead } from '@/lib/domain/issue/read-serial-list'
import { type AskColumns, tableColumnsToAsk } from '../columns-to-ask'
import { MOST_ROWS, type SerialRow } from '../serial-row'
import { type ReadTable, readTable } from '../table-rows'
import { type HiddenOfBook, readBook } from './read-sheet'

/** Of a workbook the tables that are lists of certificates, and its hidden sheets. */
export interface ReadWorkbook {
  tables: readonly ReadTable[]
  hidden: HiddenOfBook
}

/**
 * The rows of all sheets of a workbook that are lists of certificates: the first that has a column of serials, and each further one
 * that names such a column or holds a serial of ours. Codes of another kind on a further sheet are nobody's to send.
 * @param ask is called for each of them of which nobody can tell which column counts
 * @returns no table where no sheet has any; nothing is read behind `MOST_ROWS`
 * @throws SheetError
 */
export async function workbookRows(
  bytes: Uint8Array,
  origins: readonly [string, ...string[]],
  ask: AskColumns,
): Promise<ReadWorkbook> {
  const { sheets, hidden } = readBook(bytes)
  const tables: ReadTable[] = []
  let count = 0
  for (const sheet of sheets) {
    const table = count > MOST_ROWS ? null : readTable(sheet, origins)
    if (table === null || (tables.length > 0 && !isList(sheet, table.rows))) continue
    const asked = tableColumnsToAsk(sheet, origins)
    const answered = (asked && readTable(sheet, origins, { columns: await ask(asked) })) ?? table
    tables.push(answered)
    count += answered.rows.length
  }
  return { tables, hidden }
}

const isList = (sheet: readonly string[][], rows: readonly SerialRow[]) =>
  sheet.some((cells) => cells.some(isSerialHead)) || rows.some(({ serial }) => hasValidCheckCharacter(serial ?? ''))
