import { joinedName } from '@/lib/domain/issue/chosen-columns'
import { guessColumns, isExactHead } from '@/lib/domain/issue/guess-columns'
import type { ColumnGuess } from '@/lib/domain/issue/issue-preview'
import type { TableChoice } from '@/lib/domain/issue/issue-table'
import { withoutOrder } from '@/lib/domain/issue/slash-days'
import { ServiceError } from '@/lib/errors'
import { authorize } from '@/lib/service/desk/authorize'
import type { DeskMember } from '@/lib/service/desk/desk-person'
import { checkChoice, isWholeChoice } from './check-choice'
import { keepUnconfirmedTable, previewIssueFile } from './issue-runs'
import { isOfficeFile, RefusedTableError, readIssueTable, writeIssueFile } from './read-issue-table'
import { forgetColumns, recallColumns, rememberColumns } from './remembered-columns'
import type { IssuePreview, KeptTable } from './run-preview'
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
    // What is of no office program is refused by who reads issue files, who names the line; what is too large or has no head, before.
    const isOther = !(error instanceof ServiceError) || error.code !== 'malformed' || error instanceof RefusedTableError
    if (isOfficeFile(file) || isOther) throw error
    return null
  })
  if (!table) return previewIssueFile(member, sent)
  const { head, slashed, samples, isPlain } = table
  const columns = guessColumns(head)
  const written = (choice: TableChoice) => writeIssueFile(member.issuerId, table.file, choice)
  const namesOurs = isExactHead(head)
  const isExact = namesOurs && withoutOrder(slashed, columns).length === 0
  const kept = keptTable(table.file, { head, columns, samples })
  if (isExact && isPlain) return previewIssueFile(member, { ...sent, table: kept })
  if (isExact) return previewIssueFile(member, { ...sent, table: kept, file: await written({ columns, defaults: {} }) })
  // A head that names our columns means them, whatever somebody left out of another table.
  const recalled = namesOurs ? null : await recallColumns(member.issuerId, head)
  if (recalled && isWholeChoice(recalled) && withoutOrder(slashed, recalled.columns).length === 0)
    return previewIssueFile(member, {
      ...sent,
      columnsFrom: 'before',
      joined: joinedName(table, recalled.columns),
      table: keptTable(table.file, { head, samples, columns: recalled.columns }),
      file: await written(recalled),
    })
  const guess = { head, columns, samples, ...recalled }
  return keepUnconfirmedTable(member, { fileName: sent.fileName, choices: sent.choices, guess }, table.file)
}

/**
 * Checks a table by the columns that somebody confirmed, in the place of the one that waited.
 * @returns the id of the run that takes its place, or null when it waits no more
 * @throws as `previewIssueFile` and `checkChoice`
 */
export async function confirmColumns(member: DeskMember, id: string, choice: TableChoice): Promise<string | null> {
  authorize(member, 'issue')
  const waiting = await waitingFile(member, id)
  if (!waiting) return null
  const table = await readIssueTable(member.issuerId, waiting.file)
  checkChoice(choice, table.slashed)
  await rememberColumns(member.issuerId, table.head, choice)
  const { columns, defaults: written } = choice
  const read = { columnsFrom: 'now', joined: joinedName(table, columns), written } as const
  const kept = keptTable(waiting.file, { head: table.head, samples: table.samples, columns, defaults: written })
  const file = await writeIssueFile(member.issuerId, waiting.file, choice)
  const { fileName, choices } = waiting.preview
  return previewIssueFile(member, { fileName, choices, ...read, table: kept, file }, waiting.run)
}

/**
 * Forgets how the columns of a waiting file were read, and asks for them, in its place: what was mended in its rows is gone.
 * @returns the id of the run that takes its place, or null when it waits no more
 * @throws as `previewIssueFile`
 */
export async function askColumnsAgain(member: DeskMember, id: string): Promise<string | null> {
  authorize(member, 'issue')
  const waiting = await waitingFile(member, id)
  if (!waiting?.preview.table) return null
  const { fileName, choices, table } = waiting.preview
  const { guess, file } = table
  await forgetColumns(member.issuerId, guess.head)
  return keepUnconfirmedTable(member, { fileName, choices, guess }, Buffer.from(file, 'base64'), waiting.run)
}

function keptTable(file: Uint8Array, guess: ColumnGuess): KeptTable {
  return { guess, file: Buffer.from(file).toString('base64') }
}
