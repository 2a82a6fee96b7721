import { hanWritings } from '@/lib/domain/names/han-variants'
import { readOnServingPool } from '@/lib/store/database/on-serving-pool'
import { type NameForms, nameForms, writtenOut } from './name-forms'

interface AskedFor {
  name: string | null
  registrationNumber: string | null
  eventTitle: string | null
  near?: boolean
}

/** The most characters of a text that are sought. */
const LONGEST_TEXT = 200

/**
 * What is asked of the index of words, all of which must be there: each with what may be there in its place, parted by spaces,
 * as `wordRanges` reads it.
 * @returns null when something was asked for that has no letter or digit
 */
export async function askedWords({ name, registrationNumber, eventTitle, near = false }: AskedFor) {
  const [sought, number, event] = [name, registrationNumber, eventTitle].map((text) => text?.slice(0, LONGEST_TEXT))
  const [ofName, others] = await Promise.all([
    sought === undefined ? null : wordsOfName(sought, near),
    wordsOfOthers(number ?? null, event ?? null),
  ])
  const all = [ofName, number === undefined ? null : others.numbers, event === undefined ? null : others.events]
  const asked = all.filter((words) => words !== null)
  return asked.some((words) => words.length === 0) ? null : asked.flat()
}

async function wordsOfOthers(number: string | null, event: string | null) {
  if (number === null && event === null) return { numbers: [], events: [] }
  const { rows } = await readOnServingPool((pool) =>
    pool.query<{ words: string[] }>(`SELECT certificate_query_words('', $1, coalesce($2, '')) AS words`, [
      number,
      event,
    ]),
  )
  const words = rows[0]?.words ?? []
  return {
    numbers: words.filter((word) => word.startsWith('r:')),
    events: words.filter((word) => word.startsWith('e:')).map((word) => hanWritings(word).join(' ')),
  }
}

async function wordsOfName(name: string, near: boolean): Promise<string[]> {
  const { rows } = await readOnServingPool((pool) =>
    pool.query<{ words: string[]; written: string[] }>(
      `SELECT ARRAY(SELECT search_text_words(fold_search_text($1))) AS words,
         ARRAY(SELECT search_text_words(fold_search_text($2))) AS written`,
      [name, writtenOut(name)],
    ),
  )
  const { words = [], written = [] } = rows[0] ?? {}
  const forms = nameForms(words, written, near)
  const held = await heldFor([...new Set(forms.flatMap(({ begun }) => begun))])
  return forms.flatMap((one) => clauses(one, held, near))
}

/** What the index holds for a form of a word: the word itself and its sounds. */
interface Held {
  /** Parted by spaces, the word first, then how it sounds in other scripts. */
  asked: string
  /** How it sounds in its own script. */
  sounds: string[]
}

async function heldFor(forms: readonly string[]): Promise<Map<string, Held>> {
  const { rows } = await readOnServingPool((pool) =>
    pool.query<Held & { form: string }>(
      `SELECT form, array_to_string(certificate_query_words(form, NULL, NULL), ' ') AS asked,
         ARRAY(SELECT name_word_sounds(form)) AS sounds
       FROM unnest($1::text[]) AS form`,
      [forms],
    ),
  )
  return new Map(rows.map(({ form, ...held }) => [form, held]))
}

/** The fewest sounds that are alike enough in letters that people spell by ear. */
const FEWEST_SOUNDS = 3

function clauses({ begun, whole, beginnings, ends }: NameForms, held: Map<string, Held>, near: boolean): string[] {
  const either = [
    ...begun.flatMap((form) => held.get(form)?.asked ?? []),
    ...whole.map((form) => `n:${form}=`),
    ...(near ? (held.get(begun[0] ?? '')?.sounds ?? []) : [])
      .filter((sound) => sound.length >= FEWEST_SOUNDS + 2)
      .map((sound) => `${sound}=`),
  ]
  const parts = [beginnings, ends].filter((each) => each.length > 0)
  return (parts.length > 0 ? parts : [[]]).map((each) => [...either, ...each.map((part) => `n:${part}=`)].join(' '))
}
