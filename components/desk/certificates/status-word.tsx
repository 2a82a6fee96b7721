import type { RowStatus } from '@/lib/domain/desk/row-status'
import { deskText } from '@/lib/i18n/desk/text'

/** What a check of a certificate says, in a word. */
export function StatusWord({ status }: { status: RowStatus }) {
  return <span className={`status-word ${status}`}>{statusWord(status)}</span>
}

/** The word alone. */
function statusWord(status: RowStatus): string {
  return deskText(`status.${status}`)
}
