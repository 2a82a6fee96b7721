import type { AlphabetReading } from '@/lib/domain/text/alphabet-reading'
import { readerError } from '@/lib/i18n/desk/reader-error'
import { authorize, authorizeLooking } from '@/lib/service/desk/authorize'
import type { DeskMember } from '@/lib/service/desk/desk-person'
import { keepUnconfirmedTable } from './issue-runs'
import { readIssueAlphabets } from './read-issue-table'
import { choicesOnceChanged } from './run-preview'
import { sendReadTable } from './send-issue-table'
import { waitingFile } from './waiting-file'

/**
 * How a table that waits reads in each code page that it can have been saved in, while somebody is to say which one it is. Read from
 * its bytes each time, as when the answer is checked.
 * @returns null when the table waits no more, or its code page is not asked for
 * @throws as `authorizeLooking` and `readIssueAlphabets`
 */
export async function findAlphabetQuestion(member: DeskMember, id: string): Promise<AlphabetReading[] | null> {
  authorizeLooking(member, 'issue')
  const waiting = await waitingFile(member, id)
  return waiting?.preview.asksAlphabet ? readIssueAlphabets(member.issuerId, waiting.file) : null
}

/**
 * Reads a table in the code page that somebody said, and goes on with it as with one that was sent in Unicode. What was said is kept
 * with this table alone: the next one may be of another office.
 * @returns the id of the run that takes its place, or null when it waits no more
 * @throws as `sendIssueTable`; ServiceError `malformed` where it is none of the code pages that are possible
 */
export async function chooseAlphabet(member: DeskMember, id: string, chosen: string | null): Promise<string | null> {
  authorize(member, 'issue')
  const waiting = await waitingFile(member, id)
  if (!waiting?.preview.asksAlphabet) return null
  const pages = (await readIssueAlphabets(member.issuerId, waiting.file)).flatMap((reading) => reading.pages)
  const codePage = pages.find((page) => page === chosen)
  if (!codePage) throw readerError('malformed', 'alphabet.missing', {}, { field: 'alphabet' })
  const { fileName, choices } = waiting.preview
  return sendReadTable(member, { fileName, choices, file: waiting.file, codePage }, waiting.run)
}

/**
 * Asks again in which code page a table was saved, in its place: what was said of its columns, or mended in its rows, is gone.
 * @returns the id of the run that takes its place, or null when it waits no more
 * @throws as `authorize` and `keepUnconfirmedTable`
 */
export async function askAlphabetAgain(member: DeskMember, id: string): Promise<string | null> {
  authorize(member, 'issue')
  const waiting = await waitingFile(member, id)
  if (!waiting) return null
  const { fileName, table, codePage } = waiting.preview
  const choices = choicesOnceChanged(waiting.preview)
  const file = table?.codePage ? Buffer.from(table.file, 'base64') : codePage ? waiting.file : null
  return file && keepUnconfirmedTable(member, { fileName, choices, asksAlphabet: true }, file, waiting.run)
}
