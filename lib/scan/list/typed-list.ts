import { readSerials } from '@/lib/scan/typed/read-serials'
import { columnsToAsk } from './columns-to-ask'
import type { Origins } from './serial-cells'

/** A text with several serials, as the page for several certificates takes it. */
export interface TypedList {
  /** Whether somebody has to say which of its columns counts. */
  isAsked: boolean
  /** None where that has to be said first. */
  serials: readonly string[]
  /** The text itself then, else the serials, one on each line. */
  list: string
}

/**
 * What a text in which the field for one serial found several is to the page for several certificates: a table in which one column counts,
 * a list, or one serial beside what is none.
 * @param found what the field found in it
 */
export function typedList(text: string, found: readonly string[], origins: Origins): TypedList {
  if (columnsToAsk(text, origins) !== null) return { isAsked: true, serials: [], list: text }
  const read = readSerials(text, origins)
  const serials = read.length > 0 ? read : found
  return { isAsked: false, serials, list: serials.join('\n') }
}
