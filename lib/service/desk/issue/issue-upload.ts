import { csvText } from '@/lib/domain/issue/csv-lines'
import type { RowError } from '@/lib/domain/issue/import-report'
import { ServiceError } from '@/lib/errors'
import { issueFromFile, type IssueFileOptions, type IssueFileResult } from '@/lib/service/issue/issue-from-file'
import { oneAfterAnother } from '@/lib/service/operation/one-after-another'
import { Semaphore } from '@/lib/service/operation/semaphore'

/** The most rows and bytes of an upload. */
export const UPLOAD_ROWS = 10_000
export const UPLOAD_BYTES = 5 * 1024 * 1024

/** Files of one issuer that are checked or wait for it, in a process. */
const MOST_WAITING = 3
const PATIENCE_MS = 30_000
const CHECKS = new Semaphore(2, () => PATIENCE_MS)

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

/**
 * Only checks it, one file of an issuer after another and two at once in this process: each has a connection of the database
 * of its own, and keeps the issuer's import lock.
 * @throws as `issueUpload`; ServiceError `unavailable` when the issuer has as many waiting as may, or there is no room in time
 */
export async function checkUpload(
  issuerId: string,
  file: Uint8Array,
  options: Omit<IssueFileOptions, 'maxRows' | 'onRefused' | 'dryRun' | 'skipBad'>,
): Promise<IssueReport> {
  const check = () => issueUpload(issuerId, file, { ...options, skipBad: false, dryRun: true })
  const checked = oneAfterAnother(`check of a file of ${issuerId}`, MOST_WAITING, () => CHECKS.run(check))
  if (checked) return checked
  throw new ServiceError(
    'unavailable',
    'Other files of your organization are being checked just now. Try again in a moment.',
    {
      retryAfterSeconds: 5,
    },
  )
}

async function readReport(result: IssueFileResult) {
  const { batchId, issued, already, refused, held } = result
  const errors: RowError[] = []
  for await (const error of result.errors()) errors.push(error)
  return { batchId, issued, already, refused, held, errors }
}
