import { findRepeatedChoice } from '@/lib/domain/issue/chosen-columns'
import { findBadDefault } from '@/lib/domain/issue/default-cell'
import type { RowColumn } from '@/lib/domain/issue/guess-columns'
import type { TableChoice } from '@/lib/domain/issue/issue-table'
import { type SlashColumn, withoutOrder } from '@/lib/domain/issue/slash-days'
import { ServiceError } from '@/lib/errors'
import { readerError } from '@/lib/i18n/desk/reader-error'
import { deskText } from '@/lib/i18n/desk/text'

const NEEDED: readonly RowColumn[] = ['full_name', 'event_title', 'achievement']

/**
 * Checks what somebody chose for the columns of a table.
 * @param slashed its columns whose days can be read in two orders
 * @throws ServiceError `malformed` where a column that each row needs is neither chosen nor written once, one is chosen twice, nobody
 *   said in which order days are written, or each row would be refused for what was written once for all of them
 */
export function checkChoice(choice: TableChoice, slashed: readonly SlashColumn[]): void {
  const { columns, defaults, orders } = choice
  const has = (column: RowColumn) => columns.includes(column) || (defaults[column] ?? '') !== ''
  if (!NEEDED.every(has)) throw readerError('malformed', 'issueRun.columnsMissing')
  const twice = findRepeatedChoice(columns)
  const column = twice === null ? null : columns[twice]
  if (column)
    throw readerError(
      'malformed',
      'issueRun.columnTwice',
      { column: deskText(`column.${column}`) },
      { field: `column.${twice}` },
    )
  if (withoutOrder(slashed, columns, orders).length > 0) throw readerError('malformed', 'issueRun.orderMissing')
  const bad = findBadDefault(choice, new Date())
  if (bad) throw new ServiceError('malformed', bad.reason, { details: { field: `default.${bad.column}` } })
}

/** Whether a choice that was made for another table is good for this one by itself: nothing was written once for all rows of that one. */
export function isWholeChoice({ columns, defaults }: TableChoice): boolean {
  const isWritten = Object.keys(defaults).length > 0
  return !isWritten && NEEDED.every((column) => columns.includes(column)) && findRepeatedChoice(columns) === null
}
