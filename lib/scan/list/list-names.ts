import { withoutMailAddress } from '@/lib/domain/text/without-mail-address'
import { withoutCertificate } from './of-certificate'
import type { SerialRow } from './serial-row'

const LONGEST_NAME = 200
const [MOST_SHOWN, LONGEST_SHOWN] = [3, 40]

/** What may be the names of a list: a column of it, or all that stands on one side of its serials. */
interface NameOption {
  /** What stands in it first, in one line. */
  cells: string
  /** The name in each row. */
  texts: readonly (string | null)[]
  /** Beside each, cells of which one may be its other part. */
  parts: readonly (readonly string[])[]
}

/** Whom a list without a head for names expects. */
export interface ListNames {
  options: readonly NameOption[]
  /** The place of the option that its rows expect; `NO_NAMES` where they expect nobody. */
  chosen: number
  /** Whether somebody has to say it before anything is compared. */
  isAsked: boolean
}

/** In the place of an option: no names are compared. */
export const NO_NAMES = -1

/** A name as it is expected, out of a cell. */
export const expectedIn = (cell: string | null): string | null =>
  withoutCertificate(withoutMailAddress(cell ?? '')).slice(0, LONGEST_NAME) || null

/** What somebody recognises a column by. */
export function nameOption(texts: NameOption['texts'], parts: NameOption['parts'], head = ''): NameOption {
  const shown = texts.flatMap((text) => text ?? []).slice(0, MOST_SHOWN)
  const short = (text: string) => (text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text)
  return { cells: (head === '' ? '' : `${short(head)}: `) + shown.map(short).join(' · '), texts, parts }
}

/** Without options that have nothing but what another one has in the same rows. */
export function withoutPieces(names: ListNames): ListNames {
  const count = ({ texts }: NameOption) => texts.filter((text) => text !== null).length
  const isIn = (one: NameOption, other: NameOption) =>
    one.texts.every((text, row) => text === null || text === other.texts[row])
  const options = names.options.filter((one, at) =>
    names.options.every((other, index) => {
      const isMore = count(other) > count(one) || (count(other) === count(one) && index < at)
      return !isMore || !isIn(one, other)
    }),
  )
  const chosen = names.options[names.chosen]
  return { ...names, options, chosen: chosen ? options.findIndex((other) => isIn(chosen, other)) : NO_NAMES }
}

/** Several readings of a list as one: which of their names are meant is asked unless all expect the same. */
export function ofAllReadings([first, ...others]: readonly ListNames[]): ListNames | null {
  if (!first) return null
  const key = ({ texts }: NameOption) => JSON.stringify(texts)
  const expected = ({ options, chosen }: ListNames) => JSON.stringify(options[chosen]?.texts ?? [])
  if (others.every((one) => !one.isAsked && expected(one) === expected(first))) return first
  const all = new Map([first, ...others].flatMap(({ options }) => options.map((one) => [key(one), one])))
  return { options: [...all.values()], chosen: first.chosen, isAsked: true }
}

/** Rows as they expect the names of one option, or nobody. */
export function expecting<Row extends Pick<SerialRow, 'expected' | 'typed' | 'parts'>>(
  rows: readonly Row[],
  { options }: ListNames,
  answer: number,
): Row[] {
  return rows.map((row, at) => {
    const expected = options[answer]?.texts[at] ?? null
    const parts = expected === null ? [] : (options[answer]?.parts[at] ?? [])
    const typed = row.typed !== null && expected?.includes(row.typed) ? null : row.typed
    return { ...row, expected, typed, parts }
  })
}
