import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import type { PreviewRows } from '@/lib/domain/issue/issue-preview'
import { parseRecord } from '@/lib/domain/issue/parse-record'
import { RepeatedRows } from '@/lib/domain/issue/repeated-rows'
import { nameWidth } from '@/lib/domain/text/name-width'
import { readIssueFile } from '@/lib/service/issue/read-issue-file'
import type { IssueReport } from './issue-upload'

/** Rows that are shown before issuing, and bad ones that can be mended in place at once. */
const SHOWN_FIRST = 5
const MOST_MENDED = 50

/**
 * The rows of a file that a person looks at before they confirm it.
 * @param report what the check of the same file found
 */
export async function previewRows(file: Uint8Array, { errors }: Pick<IssueReport, 'errors'>): Promise<PreviewRows> {
  const now = new Date()
  const refused = new Set(errors.map(({ line }) => line))
  const repeated = new RepeatedRows()
  const rows: PreviewRows = { columns: [], first: [], bad: [], longest: null }
  let widest = 0
  for await (const { line, cells, columns } of readIssueFile(file, sha256Hex(file))) {
    rows.columns = columns
    if (refused.has(line)) {
      if (rows.bad.length < MOST_MENDED) rows.bad.push({ line, cells })
      continue
    }
    if (rows.first.length < SHOWN_FIRST) rows.first.push({ line, cells })
    const width = nameWidth(cells[columns.indexOf('full_name')] ?? '')
    if (width > widest) [widest, rows.longest] = [width, line]
    const parsed = parseRecord(columns, cells, { now })
    if (parsed.ok) repeated.add(line, parsed.row)
  }
  return { ...rows, repeated: repeated.found() }
}
