import { joinedName } from '@/lib/domain/issue/chosen-columns'
import { guessColumns, isExactHead } from '@/lib/domain/issue/guess-columns'
import type { ColumnGuess } from '@/lib/domain/issue/issue-preview'
import type { TableChoice } from '@/lib/domain/issue/issue-table'
import { withoutOrder } from '@/lib/domain/issue/slash-days'
import type { CodePage } from '@/lib/domain/text/code-page'
import { ServiceError } from '@/lib/errors'
import { authorize } from '@/lib/service/desk/authorize'
import type { DeskMember } from '@/lib/service/desk/desk-person'
import { checkChoice, isWholeChoice } from './check-choice'
import type { RunOwner } from './encrypted-issue-run'
import { keepUnconfirmedTable, previewIssueFile } from './issue-runs'
import {
  isOfficeFile,
  isWithoutAlphabet,
  RefusedTableError,
  readIssueAlphabets,
  readIssueTable,
  writeIssueFile,
} from './read-issue-table'
import { forgetColumns, recallColumns, rememberColumns } from './remembered-columns'
import { choicesOnceChanged, type IssuePreview, type KeptTable } from './run-preview'
import { waitingFile, waitingTable } from './waiting-file'

/** A table as it was sent, and the code page that somebody said it was saved in. */
interface Sent extends Pick<IssuePreview, 'fileName' | 'choices'> {
  file: Uint8Array
  codePage?: CodePage
}

/**
 * Takes a table in whatever form it was sent or pasted. Of one that is not in Unicode somebody first says in which code page it was
 * saved: that is never guessed or remembered.
 * @returns the id of the run
 * @throws as `sendReadTable` and `readIssueAlphabets`
 */
export async function sendIssueTable(member: DeskMember, sent: Omit<Sent, 'codePage'>): Promise<string> {
  authorize(member, 'issue')
  const { file, fileName, choices } = sent
  if (!isWithoutAlphabet(file)) return sendReadTable(member, sent)
  await readIssueAlphabets(member.issuerId, file)
  return keepUnconfirmedTable(member, { fileName, choices, asksAlphabet: true }, file)
}

/**
 * Takes a table whose letters are known. One whose head names our columns is checked at once, and so is one
 * with a head that somebody has confirmed before, unless they wrote something once for all rows: that may be another course now. Of
 * any other the columns are guessed, and kept until somebody has confirmed them, and so is a table whose days can be read in two
 * orders: which one it is, is never guessed or remembered.
 * @param replaced and returns and throws as `previewIssueFile`, and throws as `readIssueTable`
 */
export async function sendReadTable(member: DeskMember, sent: Sent): Promise<string>
export async function sendReadTable(member: DeskMember, sent: Sent, replaced: RunOwner): Promise<string | null>
export async function sendReadTable(member: DeskMember, sent: Sent, replaced?: RunOwner): Promise<string | null> {
  authorize(member, 'issue')
  const { file: bytes, codePage, fileName, choices } = sent
  const table = await readIssueTable(member.issuerId, { bytes, ...(codePage && { codePage }) }).catch(
    (error: unknown) => {
      // What is of no office program is refused by who reads issue files, who names the line; what is too large or has no head, before.
      const isOther =
        !(error instanceof ServiceError) || error.code !== 'malformed' || error instanceof RefusedTableError
      if (isOfficeFile(bytes) || isOther || codePage) throw error
      return null
    },
  )
  if (!table) return previewIssueFile(member, { fileName, choices, file: bytes }, replaced)
  const { head, slashed, samples, isPlain, sheets } = table
  const upload = { fileName, choices, sheets, file: bytes }
  const columns = guessColumns(head)
  const keep = (guess: ColumnGuess) => keptTable(codePage ? bytes : table.file, guess, codePage)
  const written = (choice: TableChoice) => writeIssueFile(member.issuerId, { bytes: table.file }, choice)
  const namesOurs = isExactHead(head)
  const isExact = namesOurs && withoutOrder(slashed, columns).length === 0
  const kept = keep({ head, columns, samples })
  if (isExact && isPlain) return previewIssueFile(member, { ...upload, table: kept }, replaced)
  if (isExact) {
    const file = await written({ columns, defaults: {} })
    return previewIssueFile(member, { ...upload, table: kept, file }, replaced)
  }
  // A head that names our columns means them, whatever somebody left out of another table.
  const recalled = namesOurs ? null : await recallColumns(member.issuerId, head)
  if (recalled && isWholeChoice(recalled) && withoutOrder(slashed, recalled.columns).length === 0) {
    const read = { columnsFrom: 'before', joined: joinedName(table, recalled.columns) } as const
    const again = keep({ head, samples, columns: recalled.columns })
    return previewIssueFile(member, { ...upload, ...read, table: again, file: await written(recalled) }, replaced)
  }
  const guess = { head, columns, samples, ...recalled }
  return keepUnconfirmedTable(
    member,
    { fileName, choices, guess, codePage, sheets },
    codePage ? bytes : table.file,
    replaced,
  )
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
  const sent = waitingTable(waiting)
  const table = await readIssueTable(member.issuerId, sent)
  checkChoice(choice, table.slashed)
  await rememberColumns(member.issuerId, table.head, choice)
  const { columns, defaults: written } = choice
  const read = { columnsFrom: 'now', joined: joinedName(table, columns), written } as const
  const guess = { head: table.head, samples: table.samples, columns, defaults: written }
  const kept = keptTable(waiting.file, guess, sent.codePage)
  const file = await writeIssueFile(member.issuerId, sent, choice)
  const { fileName, choices, sheets } = waiting.preview
  return previewIssueFile(member, { fileName, choices, sheets, ...read, table: kept, file }, waiting.run)
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
  const { fileName, sheets, table } = waiting.preview
  const { guess, file, codePage } = table
  await forgetColumns(member.issuerId, guess.head)
  const asked = { fileName, choices: choicesOnceChanged(waiting.preview), guess, codePage, sheets }
  return keepUnconfirmedTable(member, asked, Buffer.from(file, 'base64'), waiting.run)
}

function keptTable(file: Uint8Array, guess: ColumnGuess, codePage: CodePage | undefined): KeptTable {
  return { guess, codePage, file: Buffer.from(file).toString('base64') }
}
