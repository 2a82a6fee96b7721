import { distinctSerials } from '@/lib/scan/typed/distinct-serials'
import { columnsToAsk } from './columns-to-ask'
import { readList } from './read-rows'
import type { Origins } from './serial-cells'

/** A text with several serials, as the page for several certificates takes it. */
export interface TypedList {
  /**
   * Whether it goes on whole: which of its columns counts is asked there, or what is none of ours is shown beside what is, such as links to
   * other hosts.
   */
  isTable: boolean
  /** Whether names stand beside its serials, which only a list that stays on the device is compared with. */
  hasNames: boolean
  /** None of a table. */
  serials: readonly string[]
  /** The text itself of a table, else the serials, one on each line. */
  list: string
}

/**
 * What a text in which the field for one serial found some is to the page for several certificates. Beside a serial of ours the number
 * of a passport may stand, which is not sent; nor is it passed over in silence, since it may be a certificate's.
 * @param found what the field found in it
 * @param asksKinds whether numbers of several kinds in its one column are asked about, too
 */
export function typedList(text: string, found: readonly string[], origins: Origins, asksKinds = true): TypedList {
  const { rows, names } = readList(text, origins)
  const serials = distinctSerials(rows.flatMap(({ serial }) => serial ?? []))
  const asked =
    columnsToAsk(text, origins)?.filter(({ kindsOf }) => asksKinds || (kindsOf !== 'column' && kindsOf !== 'digits')) ??
    []
  const isBesideLinks = found.length > 1 && rows.some(({ elsewhere }) => elsewhere)
  const isTable = serials.length < found.length || asked.length > 0 || isBesideLinks
  const hasNames = names !== null || rows.some(({ serial, expected }) => serial !== null && expected !== null)
  return isTable
    ? { isTable, hasNames, serials: [], list: text }
    : { isTable, hasNames, serials, list: serials.join('\n') }
}
