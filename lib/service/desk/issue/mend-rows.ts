import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import type { NumberedRow } from '@/lib/domain/issue/issue-preview'
import { numberedCsv } from '@/lib/domain/issue/numbered-csv'
import { plainCell } from '@/lib/domain/issue/written-day'
import { authorize, authorizeLooking } from '@/lib/service/desk/authorize'
import type { DeskMember } from '@/lib/service/desk/desk-person'
import { readIssueFile } from '@/lib/service/issue/read-issue-file'
import { findIssueRun, previewIssueFile } from './issue-runs'
import { choicesOnceChanged, isToBeAsked } from './run-preview'
import { waitingFile } from './waiting-file'

/** What somebody sent of rows that were shown to be mended. */
interface Mending {
  /** By `<line>.<place in the row>`: all that a page shows, changed or not. */
  cells: ReadonlyMap<string, string>
  /** The lines of rows of which somebody said that their cells stand in the right columns. */
  fitting: ReadonlySet<number>
}

/** The id of the run; null when it waits no more. `isLost`: what was mended came too late to be in it. */
type Mended = { run: string } | { run: null; isLost: boolean }

/** Nothing is mended: the file is only checked again. */
export const UNCHANGED: Mending = { cells: new Map(), fitting: new Set() }

/**
 * Puts mended cells into a file that waits, and checks it again.
 * @param options.ifMended a file of which nothing is mended stays as it is: somebody only goes on to other rows of it
 * @returns the run that takes its place, or its own where it stays
 * @throws as `authorizeLooking` where it stays; otherwise as `previewIssueFile`
 */
export async function mendRows(
  member: DeskMember,
  id: string,
  mending: Mending,
  { ifMended = false } = {},
): Promise<Mended> {
  if (ifMended) authorizeLooking(member, 'issue')
  else authorize(member, 'issue')
  const waiting = await waitingFile(member, id)
  if (!waiting || isToBeAsked(waiting.preview)) return { run: null, isLost: await isMendedLate(member, id, mending) }
  const rows: NumberedRow[] = []
  let stays = true
  for await (const row of readIssueFile(waiting.file, sha256Hex(waiting.file))) {
    if (rows.length === 0) rows.push({ line: 1, cells: row.columns })
    rows.push({ line: row.line, cells: mendedRow(row, mending) })
    stays &&= !isMended(row, mending)
  }
  if (stays && ifMended) return { run: id }
  const { preview, file } = waiting
  const mended = { choices: choicesOnceChanged(preview), file: Buffer.from(numberedCsv(rows)) }
  const run = await previewIssueFile(member, { ...preview, ...(stays ? { file } : mended) }, waiting.run)
  return run === null ? { run, isLost: true } : { run }
}

/** Whether cells differ from those that the page of a run showed before somebody issued it: the same page may be sent twice. */
async function isMendedLate(member: DeskMember, id: string, mending: Mending): Promise<boolean> {
  const rows = (await findIssueRun(member, id))?.rows
  const shownLines = new Map(rows?.bad.map((row) => [row.line, row]))
  return [...mending.cells.keys()].some((key) => {
    const row = shownLines.get(Number(key.split('.')[0]))
    return !row || isMended({ ...row, columns: rows?.columns ?? [] }, mending)
  })
}

type ReadRow = NumberedRow & { columns: string[] }

/** Whether somebody has changed one of its cells, or said of one with more or fewer than there are columns that they fit. */
function isMended({ line, cells, columns }: ReadRow, { cells: sent, fitting }: Mending): boolean {
  if (cells.length !== columns.length && fitting.has(line)) return true
  return [...columns, ...cells].some((_, at) => isOther(sent.get(`${line}.${at}`), cells[at]))
}

/**
 * A row as it was mended. One with more or fewer cells than there are columns keeps them, which is what it is refused for, until
 * somebody has changed one of its cells or said that they fit: a page sends all rows that it shows, whichever was looked at. A cell
 * without a column is gone once it is empty.
 */
function mendedRow(row: ReadRow, mending: Mending): string[] {
  const { line, cells, columns } = row
  const sent = (at: number) => mending.cells.get(`${line}.${at}`)
  const cell = (at: number) => (isOther(sent(at), cells[at]) ? sent(at) : cells[at]) ?? ''
  if (cells.length !== columns.length && !isMended(row, mending)) return cells
  const width = Math.max(cells.length, columns.findLastIndex((_, at) => sent(at) !== undefined) + 1)
  return Array.from({ length: width }, (_, at) => plainCell(cell(at), columns[at])).filter(
    (text, at) => at < columns.length || text.trim() !== '',
  )
}

/** Whether what was sent is another text than the cell. A field of several lines sends every line end as CR and LF. */
function isOther(sent: string | undefined, cell = ''): boolean {
  const plain = (text: string) => text.replace(/\r\n?/g, '\n')
  return sent !== undefined && plain(sent) !== plain(cell)
}
