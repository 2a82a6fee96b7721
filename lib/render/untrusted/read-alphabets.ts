import type { AlphabetReading } from '@/lib/domain/text/alphabet-reading'
import { byteText, CODE_PAGES, type CodePage, decodeCodePage, lettersOf, textBytes } from '@/lib/domain/text/code-page'
import { isPossibleReading } from '@/lib/domain/text/possible-reading'
import { tableOfText } from './read-text-table'
import type { SentTable } from './sent-table'
import type { TableFault } from './untrusted-limits'

const BEYOND_ASCII = /[\u0080-\u00FF]/
/** Cells that are shown of each reading; more where these do not tell all of them apart. */
const SHOWN = 4
const LONGEST_SHOWN = 60
/** More than any cell of a certificate holds; what is behind it tells nothing more. */
const LONGEST_READ = 1000
/** Cells that are looked at for those that tell most readings apart. */
const CANDIDATES = 300

/**
 * How a table that is not in Unicode reads in each code page that it can have been saved in. Those that read it alike are one.
 * @returns what is wrong with it, where it is no table in any
 */
export async function readAlphabets({ bytes, mostRows }: SentTable): Promise<AlphabetReading[] | TableFault> {
  const text = byteText(bytes)
  // Separators and quotes are bytes of ASCII in each of these code pages.
  const table = tableOfText(text, mostRows)
  if (typeof table === 'string') return table
  const all = table.flatMap((row) => row.cells.map((cell) => cell.slice(0, LONGEST_READ)))
  const cells = [...new Set(all.filter((cell) => BEYOND_ASCII.test(cell)))]
  const letters = byteText(Uint8Array.from(new Set(bytes)).filter((byte) => byte > 0x7f))
  const alike = new Map<string, [CodePage, ...CodePage[]]>()
  for (const page of CODE_PAGES) {
    // What is read byte by byte is read alike wherever the same bytes have the same letters.
    const key = lettersOf(page) === null ? decodeCodePage(bytes, page) : readCell(letters, page)
    if (key === null) continue
    const same = alike.get(key)
    if (same) same.push(page)
    else if (isPossibleReading(readings(cells, page))) alike.set(key, [page])
  }
  const groups = [...alike.values()]
  const shown = tellingCells(cells, groups)
  return groups.length === 0
    ? 'alphabet'
    : groups.map((pages) => ({ pages, shown: shown.map((cell) => readCell(cell, pages[0]) ?? '') }))
}

function* readings(cells: readonly string[], page: CodePage): Generator<string> {
  for (const cell of cells) yield readCell(cell, page) ?? ''
}

function readCell(cell: string, page: CodePage): string | null {
  return decodeCodePage(textBytes(cell), page)
}

/** Cells by which all readings are told apart, the most telling first, and others up to the number that is shown. */
function tellingCells(cells: readonly string[], groups: readonly (readonly [CodePage, ...CodePage[]])[]): string[] {
  const short = cells.filter((cell) => cell.length <= LONGEST_SHOWN)
  const candidates = short.slice(0, CANDIDATES)
  const kindsWith = (chosen: readonly string[]) =>
    new Set(groups.map(([page]) => chosen.map((cell) => readCell(cell, page)).join('\n'))).size
  const chosen: string[] = []
  for (let kinds = 1; kinds < groups.length;) {
    const [best] = candidates
      .map((cell) => ({ cell, kinds: kindsWith([...chosen, cell]) }))
      .sort((one, other) => other.kinds - one.kinds)
    const next = best && best.kinds > kinds ? best.cell : cells.find((cell) => kindsWith([...chosen, cell]) > kinds)
    if (next === undefined) break
    chosen.push(next)
    kinds = kindsWith(chosen)
  }
  for (const cell of short) if (chosen.length < SHOWN && !chosen.includes(cell)) chosen.push(cell)
  return chosen
}
