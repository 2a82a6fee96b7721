import { UNREAD_FORM } from '@/lib/domain/workbook/shown-number'

const COLUMNS_OF_DAYS: readonly string[] = ['event_date', 'issued_at', 'expires_at']

/** Day, month, year: wherever a day is written with points, the day comes first. */
const DAY_FIRST = /^(?<day>\d{1,2})\. ?(?<month>\d{1,2})\. ?(?<year>\d{4})$/
const YEAR_FIRST =
  /^(?<year>\d{4})(?:(?<sign>[-/.])(?<month>\d{1,2})\k<sign>(?<day>\d{1,2})|年(?<monthToo>\d{1,2})月(?<dayToo>\d{1,2})日)$/

/** A day as it comes out of a workbook. */
const OF_SHEET = new RegExp(`^${UNREAD_FORM}(?=\\d{4}-\\d{2}-\\d{2}$)`)

/** A cell as it is shown to whoever says what its column holds. */
export function cellToShow(cell: string): string {
  return cell.replace(OF_SHEET, '')
}

/**
 * A cell of a table as an issue file has it: a day that can be read in one way only becomes `YYYY-MM-DD`. Anything else is left
 * as it is: of 03/04/2026 nobody can tell whether it is in March or in April, so that somebody is asked (`slash-days`).
 * @param column what the cell holds, by its name in an issue file
 */
export function plainCell(cell: string, column: string | null | undefined): string {
  if (!isColumnOfDays(column)) return cell
  const text = cellToShow(cell.trim())
  const { year, month, monthToo, day, dayToo } = (DAY_FIRST.exec(text) ?? YEAR_FIRST.exec(text))?.groups ?? {}
  const [inYear, inMonth] = [month ?? monthToo, day ?? dayToo]
  if (year === undefined || inYear === undefined || inMonth === undefined) return cell
  return `${year}-${inYear.padStart(2, '0')}-${inMonth.padStart(2, '0')}`
}

/** Whether a column of an issue file holds days. */
export function isColumnOfDays(column: string | null | undefined): boolean {
  return COLUMNS_OF_DAYS.some((one) => one === column)
}
