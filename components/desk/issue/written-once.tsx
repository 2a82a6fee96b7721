import { ROW_COLUMNS } from '@/lib/domain/issue/issue-row'
import type { TableChoice } from '@/lib/domain/issue/issue-table'
import { isColumnOfDays, plainCell } from '@/lib/domain/issue/written-day'
import { deskParts, deskText } from '@/lib/i18n/desk/text'
import { deskLongDay } from '@/lib/i18n/desk/times'
import { findLanguage } from '@/lib/i18n/languages'
import { columnLabel } from './column-label'

/** Says what somebody wrote once for all rows, before it is on each certificate. */
export function WrittenOnce({ written }: { written: TableChoice['defaults'] }) {
  const columns = ROW_COLUMNS.filter((column) => written[column])
  if (columns.length === 0) return null
  return (
    <section aria-labelledby="written">
      <h2 id="written">{deskText('issueRun.defaults')}</h2>
      <ul className="plain-list">
        {columns.map((column) => (
          <li key={column}>
            {deskParts('desk.labelled', {
              label: columnLabel(column),
              value: <bdi key="value">{shown(column, written[column] ?? '')}</bdi>,
            })}
          </li>
        ))}
      </ul>
    </section>
  )
}

function shown(column: string, text: string): string {
  if (column === 'language') return findLanguage(text.toLowerCase())?.name ?? text
  const day = isColumnOfDays(column) ? plainCell(text, column) : ''
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? deskLongDay(new Date(`${day}T00:00:00Z`)) : text
}
