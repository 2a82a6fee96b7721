import { z } from 'zod'
import { isSerialHead } from '@/lib/domain/issue/read-serial-list'
import { wordsOfSavedMail } from '@/lib/scan/typed/saved-mail'
import { type AskedColumn, columnsAnswered, columnsToAsk } from './columns-to-ask'
import { isPersonNumberHead } from './person-number-head'
import { filledRows, listRecords, readListRows } from './read-rows'
import { newReading, type Origins } from './serial-cells'

/** Lists that were sent, and what was answered so far to the questions about them, in their order. */
interface AnsweredLists {
  texts: string[]
  answers: string[]
}

const ANSWERED = z.object({ texts: z.array(z.string()).max(2), answers: z.array(z.string()).max(2) })

/** Lists as one field of a form carries them while somebody is asked about them. */
export const writeAnswered = (lists: AnsweredLists): string => JSON.stringify(lists)

/**
 * Reads them out of that field, with one more answer.
 * @returns null where the field holds none
 */
export function readAnswered(written: string, answer: string): AnsweredLists | null {
  const lists = ANSWERED.safeParse(parsed(written)).data
  return lists ? { ...lists, answers: [...lists.answers, answer] } : null
}

function parsed(written: string): unknown {
  try {
    return JSON.parse(written)
  } catch {
    return null
  }
}

/**
 * Lists as what was answered leaves of them: of one that somebody was asked about the columns that count.
 * @returns `asked` where an answer is missing: the columns, and the lists with the answers that were given before
 */
export function ofAnswers(
  { texts, answers }: AnsweredLists,
  origins: Origins,
): { texts: string[]; asked: null } | { asked: readonly AskedColumn[]; lists: AnsweredLists } {
  const read: string[] = []
  let at = 0
  for (const text of texts) {
    const asked = columnsToAsk(text, origins)
    if (asked === null) {
      read.push(withoutNumbersOfPeople(text, origins))
      continue
    }
    const chosen = columnsAnswered(asked, answers[at])
    if (chosen === null) return { asked, lists: { texts, answers: answers.slice(0, at) } }
    read.push(columnsOf(text, chosen, origins))
    at += 1
  }
  return { texts: read, asked: null }
}

/**
 * A list of which nothing is asked, without what stands below the head of numbers of people, such as those of passports; any other text as
 * it is.
 */
export function withoutNumbersOfPeople(text: string, origins: Origins): string {
  const { records } = wordsOfSavedMail(text) === null ? listRecords(text, origins) : { records: null }
  const [head = []] = filledRows(records ?? [], newReading(origins))
  if (!head.some(isPersonNumberHead) || head.some(isSerialHead)) return text
  return columnBelowHead(readListRows(text, origins).flatMap(({ serial }) => serial ?? []))
}

/** Some columns of a list below each other, as the one of a table whose head says that it holds the serials. */
function columnsOf(text: string, columns: readonly number[], origins: Origins): string {
  const { records, kinds } = listRecords(text, origins)
  const rows = filledRows(records ?? [], newReading(origins))
  const cells =
    kinds === null
      ? rows.flatMap((row) => columns.flatMap((column) => row[column] || []))
      : columns.flatMap((column) => kinds[column] ?? [])
  return columnBelowHead(cells)
}

const columnBelowHead = (cells: readonly string[]) =>
  ['serial', ...cells].map((cell) => `"${cell.replaceAll('"', '""')}"`).join('\n')
