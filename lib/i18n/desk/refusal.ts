import { DESK_ENGLISH, type DeskKey } from './catalogues'
import { REFUSALS } from './refusals'
import { deskList, deskText } from './text'

/** A column of an issue file in the place of a value. */
const COLUMNS = ['full_name', 'registration_number', 'event_title', 'achievement', 'event_date', 'issued_at'].concat([
  ...['expires_at', 'serial', 'email', 'language'],
])

const NUMBERS = ['first', 'last', 'length', 'most', 'position', 'line', 'seconds']
/** How a time is written; a message says it as it is, whatever its language makes of a colon. */
const TIME = '2026-03-14T09:30:00Z'

const READERS = REFUSALS.map(([key, sentence]) => ({ key, pattern: patternOf(sentence) }))

function patternOf(sentence: string): RegExp {
  const parts = sentence.split(/<(\w+)>/)
  const source = parts.map((part, at) => {
    if (at % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    if (part === 'column') return `(?<column>${COLUMNS.join('|')}|“[^”]+”)`
    if (NUMBERS.includes(part)) return `(?<${part}>\\d+)`
    return `(?<${part}>${part === 'hint' || part === 'rest' ? '.*' : '.+?'})`
  })
  // Some of them are written with a period where they stand alone.
  return new RegExp(`^${source.join('')}\\.?$`, 's')
}

/** Reasons of a row stand one after another; each begins with its column, or is about the row. */
const NEXT_REASON = new RegExp(`; (?=(?:${COLUMNS.join('|')}|the row|already) )`)

/** What a service refused with, for a reader. */
interface Refusal {
  text: string
  /** `en` where nobody has translated it. */
  lang: 'en' | undefined
}

/** The end of what stopped a run that issues from a file. */
const ISSUED =
  / (?<count>No|\d+) certificates? (?:was|were) issued in this run; the same file again goes on from there\.$/

/**
 * Says what a service refused in the reader's language; a sentence that is not known stays as it is.
 * @param sentence as the service wrote it
 */
export function deskRefusal(sentence: string): Refusal {
  const run = ISSUED.exec(sentence)
  if (!run) return wholeRefusal(sentence)
  const { text, lang } = wholeRefusal(sentence.slice(0, run.index))
  const count = Number(run.groups?.count) || 0
  return lang === 'en' ? { text: sentence, lang } : { text: `${text} ${deskText('issueRun.issued', { count })}`, lang }
}

function wholeRefusal(sentence: string): Refusal {
  const said = sentence.split(NEXT_REASON).map(oneRefusal)
  const isKnown = said.every((one) => one !== null)
  return isKnown ? { text: said.join(' '), lang: undefined } : { text: sentence, lang: 'en' }
}

function oneRefusal(reason: string): string | null {
  for (const { key, pattern } of READERS) {
    const found = pattern.exec(reason)
    if (!found) continue
    const { column, ...values } = found.groups ?? {}
    const codes = deskList((values.codes ?? '').split(', '), 'disjunction')
    // As numbers, since a language may have forms of them.
    const numbers = NUMBERS.filter((name) => name in values).map((name) => [name, Number(values[name])] as const)
    const written = { ...values, ...Object.fromEntries(numbers) }
    return deskText(key, { ...written, codes, column: columnName(column ?? ''), time: TIME })
  }
  return null
}

/** A column of a file by its name; a field of a form stands there by its label, in quotation marks. */
function columnName(column: string): string {
  const label: string = `column.${column}`
  return Object.hasOwn(DESK_ENGLISH, label) ? deskText(label as DeskKey) : column.replace(/^“|”$/g, '')
}
