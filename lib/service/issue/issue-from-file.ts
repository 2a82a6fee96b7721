import type { RowCertificate, RowError } from '@/lib/domain/issue/import-report'
import { ServiceError } from '@/lib/errors'
import { log } from '@/lib/log'
import { refuseErasedRows } from '@/lib/service/erasure/erased-rows'
import { requireMail } from '@/lib/service/mail/enqueue-mail'
import { type Transaction, transaction } from '@/lib/store/database/database'
import { insertActivity } from '@/lib/store/desk/activities'
import { findBatch, type ImportBatch } from '@/lib/store/records/import-batches'
import { type ImportSession, withImportSession } from '@/lib/store/records/import-session'
import * as staged from '@/lib/store/records/staged-rows'
import { holdStandingIssuer } from './issue-certificates'
import { hashSource, type IssueSource } from './issue-source'
import { issueStagedRows } from './issue-staged-rows'
import { refuseLostSerials } from './refuse-lost-serials'
import { refuseMisleadingSerials } from './refuse-misleading-serials'
import { refusedRecords, rowCertificates, rowErrors } from './report-issue-file'
import { type IssueFileFrame, stageIssueFile } from './stage-issue-file'

export interface IssueFileOptions {
  dryRun: boolean
  skipBad: boolean
  allowRepeats: boolean
  guessableSerials: boolean
  /** Mails each recipient who has an address the link of their certificate. */
  notify?: boolean
  /** Refuses to issue what would look otherwise than somebody has seen it (`issuingLook`). */
  look?: string
  /** Asked in the transaction of each chunk, as the last thing in it: whether whoever issues still may. */
  last?: (tx: Transaction) => Promise<void>
  /** The certificates of one transaction; left out, a hundred. */
  atOnce?: number
  /** The most rows that are taken; left out, any number. */
  maxRows?: number
  actor: string
  /** Where from, for the activity log. */
  address?: string | null
  /** Stops the run between two chunks. */
  signal?: AbortSignal
  /** `checking` counts bytes, `issuing` certificates. */
  onProgress?: (phase: 'checking' | 'issuing', done: number, total: number) => void
  /** Gets the header and the refused rows as written, before the good ones are issued without them. */
  onRefused?: (records: AsyncIterable<string[]>) => Promise<void>
}

/** What became of a file. Its rows are read piece by piece, while the report is made. */
export interface IssueFileResult {
  /** The file's id, where one of its rows has a certificate. */
  batchId: string | null
  /** Certificates issued by this run; rows that already had theirs are not among them. */
  issued: number
  /** Rows that had their certificates from an earlier run of the same file. */
  already: number
  refused: number
  /** Rows that are good and were not issued, because others were bad or the run was dry. */
  held: number
  /** Messages to recipients that this run queued. */
  mailed: number
  /** Every row that has its certificate, from this run or an earlier one. */
  certificates(): AsyncIterable<RowCertificate>
  errors(): AsyncIterable<RowError>
}

/**
 * Issues one certificate for each row of a CSV file (spec part 11, `certs issue`). Every row is validated
 * before anything is issued. The same bytes again go on where they stopped: a row and its certificate are written in
 * one transaction, so that an interruption at any point leaves no row with two.
 * @param issuerId the issuer
 * @param source where the rows are
 * @param report is called once, at the end, while the rows can be read
 * @returns what the report returns
 * @throws ServiceError `malformed` when the file as a whole is refused, the issuer is suspended, another run is at it,
 *   or the run is stopped
 */
export async function issueFromFile<T>(
  issuerId: string,
  source: IssueSource,
  options: IssueFileOptions,
  report: (result: IssueFileResult) => Promise<T>,
): Promise<T> {
  if (options.notify) requireMail()
  await transaction((tx) => holdStandingIssuer(tx, issuerId))
  const { sha256, size } = await hashSource(source)
  const reported = await withImportSession(issuerId, async (session) => {
    const batch = await findBatch(issuerId, sha256)
    const frame = await stageIssueFile(
      session,
      { source, sha256 },
      {
        ...(options.maxRows !== undefined && { maxRows: options.maxRows }),
        guessableSerials: options.guessableSerials,
        onRead: (bytes) => {
          if (options.signal?.aborted) throw new ServiceError('malformed', 'Stopped. Nothing was issued in this run.')
          options.onProgress?.('checking', bytes, size)
        },
      },
    )
    const { refused, waiting, already } = await judgeRows(session, batch, options)
    const go = !options.dryRun && (refused === 0 || options.skipBad)
    if (go && refused > 0) await options.onRefused?.(refusedRecords(session, frame))
    const { issued, mailed } =
      go && waiting > 0 ? await issueLogged(session, batch, frame, waiting, options) : { issued: 0, mailed: 0 }
    await staged.markIssuedRows(session, batch.id)
    const result: IssueFileResult = {
      batchId: issued + already > 0 ? batch.id : null,
      issued,
      already,
      refused,
      held: waiting - issued,
      mailed,
      certificates: () => rowCertificates(session, frame),
      errors: () => rowErrors(session),
    }
    return { result: await report(result) }
  })
  if (reported) return reported.result
  throw new ServiceError('malformed', 'Another run is issuing from a file for this issuer. Wait for it to end.')
}

async function judgeRows(session: ImportSession, batch: ImportBatch, options: IssueFileOptions) {
  await staged.numberOccurrences(session)
  await staged.markIssuedRows(session, batch.id)
  if (!options.allowRepeats) await staged.refuseRepeats(session, batch.issuerId, batch.id)
  await staged.refuseTakenSerials(session, batch.issuerId)
  await refuseMisleadingSerials(session)
  await refuseLostSerials(session)
  await refuseErasedRows(session, batch.issuerId, options)
  return staged.countRows(session)
}

/** Issues what waits. The log says so before, in case the process is killed, and says after what it came to. */
async function issueLogged(
  session: ImportSession,
  batch: ImportBatch,
  frame: IssueFileFrame,
  waiting: number,
  options: IssueFileOptions,
): Promise<{ issued: number; mailed: number }> {
  const { actor, address = null, notify = false } = options
  const note = (action: string, count: number) =>
    insertActivity({ issuerId: batch.issuerId, actor, address, action, subject: batch.id, detail: { count } })
  let issued = 0
  let mailed = 0
  const onMailed = (count: number) => (mailed += count)
  const onIssued = (count: number) => {
    issued = count
    options.onProgress?.('issuing', count, waiting)
  }
  const noteIssued = async () => {
    if (issued > 0) await note('certificates.issued', issued)
  }
  await note('certificates.issuing', waiting)
  try {
    await issueStagedRows(session, batch, frame, { ...options, notify, onIssued, onMailed })
  } catch (error) {
    // What stopped it is told, not that it could not be noted as well.
    await noteIssued().catch((unnoted: unknown) => log.error({ err: unnoted }, 'what a run came to was not noted'))
    throw error
  }
  await noteIssued()
  return { issued, mailed }
}
