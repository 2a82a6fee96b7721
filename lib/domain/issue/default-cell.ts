import type { RowColumn } from './guess-columns'
import { parseIssueRow, ROW_COLUMNS } from './issue-row'
import type { TableChoice } from './issue-table'
import { plainCell } from './written-day'

/** What else a row needs, so that only the cell in question can be refused. */
const OTHERWISE_GOOD = { full_name: 'x', event_title: 'x', achievement: 'x' }
/** Where rows say when they are issued, it is for each of them to end after that. */
const LONG_AGO = '1900-01-01'

/**
 * The first cell that somebody wrote once for all rows and that each of them would be refused for, such as a language that there is
 * none of, or 03/04/2026, which can be read in two ways.
 * @returns its column and the reason as rows have it, or null where there is none
 */
export function findBadDefault(
  { columns, defaults }: TableChoice,
  now: Date,
): { column: RowColumn; reason: string } | null {
  const namesIssuing = columns.includes('issued_at') || (defaults.issued_at ?? '') !== ''
  const others = { ...OTHERWISE_GOOD, ...(namesIssuing && { issued_at: LONG_AGO }) }
  for (const column of ROW_COLUMNS) {
    const text = plainCell(defaults[column] ?? '', column)
    if (text === '') continue
    const parsed = parseIssueRow({ ...others, [column]: text }, { now, hint: '' })
    if (!parsed.ok) return { column, reason: parsed.reasons[0] ?? '' }
  }
  return null
}
