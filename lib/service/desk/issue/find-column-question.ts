import type { ColumnQuestion } from '@/lib/domain/issue/issue-preview'
import { authorizeLooking } from '@/lib/service/desk/authorize'
import type { DeskMember } from '@/lib/service/desk/desk-person'
import { readIssueTable } from './read-issue-table'
import { waitingFile, waitingTable } from './waiting-file'

/**
 * What is to be asked of the columns of a table that waits. The guess was kept with the table; which days can be read in two
 * ways is read from its rows each time, as when the answer is checked.
 * @returns null when the table waits no more, or its columns are not asked for
 * @throws as `authorizeLooking` and `readIssueTable`
 */
export async function findColumnQuestion(member: DeskMember, id: string): Promise<ColumnQuestion | null> {
  authorizeLooking(member, 'issue')
  const waiting = await waitingFile(member, id)
  if (!waiting?.preview.guess) return null
  const { slashed } = await readIssueTable(member.issuerId, waitingTable(waiting))
  return { ...waiting.preview.guess, slashed }
}
