import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import type { NumberedRow } from '@/lib/domain/issue/issue-preview'
import { numberedCsv } from '@/lib/domain/issue/numbered-csv'
import { plainCell } from '@/lib/domain/issue/written-day'
import { authorize } from '@/lib/service/desk/authorize'
import type { DeskMember } from '@/lib/service/desk/desk-person'
import { readIssueFile } from '@/lib/service/issue/read-issue-file'
import { previewIssueFile } from './issue-runs'
import { waitingFile } from './waiting-file'

/** Changed cells by `<line>.<place in the row>`. */
type MendedCells = ReadonlyMap<string, string>

/**
 * Puts mended cells into a file that waits, and checks it again.
 * @returns the id of the run that takes its place, or null when it waits no more
 * @throws as `previewIssueFile`
 */
export async function mendRows(member: DeskMember, id: string, cells: MendedCells): Promise<string | null> {
  authorize(member, 'issue')
  const waiting = await waitingFile(member, id)
  if (!waiting || waiting.preview.guess) return null
  const rows: NumberedRow[] = []
  for await (const row of readIssueFile(waiting.file, sha256Hex(waiting.file))) {
    if (rows.length === 0) rows.push({ line: 1, cells: row.columns })
    rows.push({ line: row.line, cells: mendedRow(row, cells) })
  }
  return previewIssueFile(member, { ...waiting.preview, file: Buffer.from(numberedCsv(rows)) })
}

/**
 * A row as it was mended. One that nobody sent keeps as many cells as it has, which may be what it is refused for; a cell without a
 * column is gone once somebody has emptied it.
 */
function mendedRow({ line, cells, columns }: NumberedRow & { columns: string[] }, mended: MendedCells): string[] {
  const sent = (at: number) => mended.get(`${line}.${at}`)
  const width = Math.max(cells.length, columns.findLastIndex((_, at) => sent(at) !== undefined) + 1)
  return Array.from({ length: width }, (_, at) => plainCell(sent(at) ?? cells[at] ?? '', columns[at])).filter(
    (cell, at) => at < columns.length || sent(at) === undefined || cell.trim() !== '',
  )
}
