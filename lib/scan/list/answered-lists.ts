import { z } from 'zod'
import { distinctSerials } from '@/lib/scan/typed/distinct-serials'
import { type AskedColumn, columnsAnswered, columnsToAsk } from './columns-to-ask'
import { listedSerials } from './listed-serials'
import type { Origins } from './serial-cells'

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
 * What is looked up of lists, as what was answered leaves of them: of one that somebody was asked about the columns that count.
 * @returns `asked` where an answer is missing: the columns, and the lists with the answers that were given before
 */
export function ofAnswers(
  { texts, answers }: AnsweredLists,
  origins: Origins,
): { serials: string[]; asked: null } | { asked: readonly AskedColumn[]; lists: AnsweredLists } {
  const serials: string[] = []
  let at = 0
  for (const text of texts) {
    const asked = columnsToAsk(text, origins)
    const chosen = asked === null ? undefined : columnsAnswered(asked, answers[at])
    if (asked !== null && !chosen) return { asked, lists: { texts, answers: answers.slice(0, at) } }
    serials.push(...listedSerials(text, origins, chosen ?? undefined))
    at += Number(asked !== null)
  }
  return { serials: distinctSerials(serials), asked: null }
}
