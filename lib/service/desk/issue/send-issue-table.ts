import { fileKind } from '@/lib/domain/certificate/file-kind'
import { findBadDefaultDay } from '@/lib/domain/issue/default-day'
import { guessColumns, isExactHead } from '@/lib/domain/issue/guess-columns'
import type { TableChoice } from '@/lib/domain/issue/issue-table'
import { withoutOrder } from '@/lib/domain/issue/slash-days'
import { ServiceError } from '@/lib/errors'
import { readerError } from '@/lib/i18n/desk/reader-error'
import { authorize } from '@/lib/service/desk/authorize'
import type { DeskMember } from '@/lib/service/desk/desk-person'
import { dropIssueRun, type IssuePreview, keepUnconfirmedTable, previewIssueFile } from './issue-runs'
import { LargeTableError, readIssueTable, writeIssueFile } from './read-issue-table'
import { forgetColumns, recallColumns, rememberColumns } from './remembered-columns'
import { waitingFile } from './waiting-file'

/**
 * Takes a table in whatever form it was sent or pasted. One whose head names our columns is checked at once, and so is one
 * with a head that somebody has confirmed before, unless they wrote something once for all rows: that may be another course now. Of
 * any other the columns are guessed, and kept until somebody has confirmed them, and so is a table whose days can be read in two
 * orders: which one it is, is never guessed or remembered.
 * @returns the id of the run
 * @throws as `previewIssueFile` and `readIssueTable`
 */
export async function sendIssueTable(
  member: DeskMember,
  sent: { fileName: string; file: Uint8Array; choices: IssuePreview['choices'] },
): Promise<string> {
  authorize(member, 'issue')
  const { file } = sent
  const table = await readIssueTable(member.issuerId, file).catch((error: unknown) => {
    // What is no workbook is refused by who reads issue files, who names the line; what is too large, before anybody reads it.
    const isOther = !(error instanceof ServiceError) || error.code !== 'malformed' || error instanceof LargeTableError
    if (fileKind(file) === 'spreadsheet' || isOther) throw error
    return null
  })
  if (!table) return previewIssueFile(member, sent)
  const { head, slashed, samples, isPlain } = table
  const columns = guessColumns(head)
  const written = (choice: TableChoice) => writeIssueFile(member.issuerId, table.file, choice)
  const namesOurs = isExactHead(head)
  const isExact = namesOurs && withoutOrder(slashed, columns).length === 0
  if (isExact && isPlain) return previewIssueFile(member, sent)
  if (isExact) return previewIssueFile(member, { ...sent, file: await written({ columns, defaults: {} }) })
  // A head that names our columns means them, whatever somebody left out of another table.
  const recalled = namesOurs ? null : await recallColumns(member.issuerId, head)
  const isKnown = recalled && Object.keys(recalled.defaults).length === 0 && hasNeeded(recalled)
  if (isKnown && withoutOrder(slashed, recalled.columns).length === 0)
    return previewIssueFile(member, {
      ...{ ...sent, recalled: { head, columns: recalled.columns } },
      file: await written(recalled),
    })
  const guess = { head, columns, samples, ...recalled }
  return keepUnconfirmedTable(member, { fileName: sent.fileName, choices: sent.choices, guess }, table.file)
}

/**
 * Checks a table by the columns that somebody confirmed, in the place of the one that waited.
 * @returns the id of the run that takes its place, or null when it waits no more
 * @throws as `previewIssueFile`; ServiceError `malformed` where nobody said in which order the days of a column are written,
 *   or a day that was written once for all rows is none
 */
export async function confirmColumns(member: DeskMember, id: string, choice: TableChoice): Promise<string | null> {
  authorize(member, 'issue')
  const waiting = await waitingFile(member, id)
  if (!waiting) return null
  const { head, slashed } = await readIssueTable(member.issuerId, waiting.file)
  if (withoutOrder(slashed, choice.columns, choice.orders).length > 0)
    throw readerError('malformed', 'issueRun.orderMissing')
  const bad = findBadDefaultDay(choice.defaults, new Date())
  if (bad) throw new ServiceError('malformed', bad.reason, { details: { field: `default.${bad.column}` } })
  await rememberColumns(member.issuerId, head, choice)
  return previewIssueFile(member, {
    ...waiting.preview,
    file: await writeIssueFile(member.issuerId, waiting.file, choice),
  })
}

/**
 * Forgets how the columns of a waiting file were read, and drops the file: sent again, its columns are asked for.
 * @returns false when it waits no more
 * @throws as `authorize`
 */
export async function askColumnsAgain(member: DeskMember, id: string): Promise<boolean> {
  authorize(member, 'issue')
  const recalled = (await waitingFile(member, id))?.preview.recalled
  if (!recalled) return false
  await forgetColumns(member.issuerId, recalled.head)
  return dropIssueRun(member, id)
}

/** A date may have been written once, which is not remembered: then all that a row needs is there all the same. */
function hasNeeded({ columns }: TableChoice): boolean {
  return (['full_name', 'event_title', 'achievement'] as const).every((column) => columns.includes(column))
}
