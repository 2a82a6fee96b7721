import type { OverallStatus } from '@/lib/contract/check/verification'
import { deskText } from '@/lib/i18n/desk/text'

/** What a check of a certificate says, in a word. */
export function StatusWord({ status }: { status: OverallStatus }) {
  return <span className={`status-word ${status}`}>{statusWord(status)}</span>
}

/** The word alone. */
function statusWord(status: OverallStatus): string {
  return deskText(`status.${status}`)
}
