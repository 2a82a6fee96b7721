import { ROW_COLUMNS } from '@/lib/domain/issue/issue-row'
import { deskText } from '@/lib/i18n/desk/text'

/** What a column of an issue file is called to people. */
export function columnLabel(column: string): string {
  const known = ROW_COLUMNS.find((one) => one === column)
  return known ? deskText(`column.${known}`) : column
}
