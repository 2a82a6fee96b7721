import { csvLines } from '@/lib/domain/issue/csv-lines'
import type { RowError } from '@/lib/domain/issue/import-report'
import { issueFromFile, type IssueFileOptions, type IssueFileResult } from '@/lib/service/issue/issue-from-file'

/** The most rows and bytes of an upload. */
export const UPLOAD_ROWS = 10_000
export const UPLOAD_BYTES = 5 * 1024 * 1024

/** What became of an uploaded file. */
export interface IssueReport {
  /** The file's id, where one of its rows has a certificate. */
  batchId: string | null
  issued: number
  already: number
  refused: number
  held: number
  /** Messages to recipients that were queued; null where that was not asked for. */
  mailed: number | null
  errors: RowError[]
  /** The refused rows as they were sent, once the others were issued without them. */
  refusedCsv: string | null
}

/**
 * Issues from an uploaded file, or only checks it, by the rules of the command (spec part 11).
 * @throws as `issueFromFile`
 */
export async function issueUpload(
  issuerId: string,
  file: Uint8Array,
  options: Omit<IssueFileOptions, 'maxRows' | 'onRefused'>,
): Promise<IssueReport> {
  let refusedCsv: string | null = null
  const onRefused = async (records: AsyncIterable<string[]>) => {
    refusedCsv = await csvText(records)
  }
  const settings = { ...options, maxRows: UPLOAD_ROWS, onRefused }
  return issueFromFile(issuerId, file, settings, async (result) => ({
    ...(await readReport(result)),
    mailed: options.notify ? result.mailed : null,
    refusedCsv,
  }))
}

async function readReport(result: IssueFileResult) {
  const { batchId, issued, already, refused, held } = result
  const errors: RowError[] = []
  for await (const error of result.errors()) errors.push(error)
  return { batchId, issued, already, refused, held, errors }
}

async function csvText(records: AsyncIterable<string[]>): Promise<string> {
  const lines: string[] = []
  for await (const line of csvLines(records)) lines.push(line)
  return lines.join('')
}
