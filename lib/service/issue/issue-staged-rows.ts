import { ServiceError } from '@/lib/errors'
import { mailRecipients } from '@/lib/service/mail/mail-recipient'
import { type Transaction, workingPool } from '@/lib/store/database/database'
import { AnswerLost } from '@/lib/store/database/silence/end-transaction'
import { awaitWaitingLeaves } from '@/lib/store/log/sequence/await-publication'
import { type ImportBatch, recordIssuedRows } from '@/lib/store/records/import-batches'
import type { ImportSession } from '@/lib/store/records/import-session'
import { findWaitingRows, type WaitingRow } from '@/lib/store/records/staged-rows'
import { issueCertificates, type IssuedCertificate } from './issue-certificates'
import { type IssueFileFrame, unstage } from './stage-issue-file'

/** The certificates that are signed and stored in one transaction: few enough to lose little, enough to be quick. */
const ISSUED_AT_ONCE = 100
/** Chunks under way at once: one is being stored by the database while the next is signed here. */
const CHUNKS_AT_ONCE = 2

interface IssuingOptions {
  actor: string
  /** Sends each recipient who has an address the link. */
  notify: boolean
  /** The look that somebody has seen (`issuingLook`). */
  look?: string
  /** Asked in the transaction of each chunk once it is signed; what it throws takes the chunk back and ends the run. */
  last?: (tx: Transaction) => Promise<void>
  /** Called after each chunk with the messages queued by it. */
  onMailed: (count: number) => void
  /** How many are issued at once, if not as many as usual. */
  atOnce?: number
  /** Stops the run between two chunks. */
  signal?: AbortSignal
  /** Called after each chunk with the certificates issued so far. */
  onIssued: (issued: number) => void
}

/**
 * Issues the certificates of all staged rows that wait for one.
 * @returns how many
 * @throws ServiceError as `issueCertificates`, or `malformed` when stopped, saying what was issued before
 */
export async function issueStagedRows(
  session: ImportSession,
  batch: ImportBatch,
  frame: IssueFileFrame,
  options: IssuingOptions,
): Promise<number> {
  let issued = 0
  options.onIssued(issued)
  const chunks = waitingChunks(session, options.atOnce ?? ISSUED_AT_ONCE)
  const work = async () => {
    for await (const rows of chunks) {
      if (options.signal?.aborted) throw new ServiceError('malformed', 'Stopped.')
      await issueChunk(batch, rows, frame, options)
      issued += rows.length
      options.onIssued(issued)
    }
  }
  // A worker that fails ends the chunks for the other one too.
  const ends = await Promise.allSettled(Array.from({ length: CHUNKS_AT_ONCE }, work))
  const failures = ends.filter((end) => end.status === 'rejected')
  // Whatever stopped the other one: how many were issued is not known then.
  const failure = failures.find(({ reason }) => reason instanceof AnswerLost) ?? failures[0]
  if (failure) throw explain(failure.reason, issued)
  if (issued > 0) await awaitWaitingLeaves(workingPool())
  return issued
}

async function* waitingChunks(session: ImportSession, atOnce: number): AsyncGenerator<WaitingRow[]> {
  for (let line = 0; ;) {
    const rows = await findWaitingRows(session, line, atOnce)
    const last = rows.at(-1)
    if (!last) return
    line = last.line
    yield rows
  }
}

async function issueChunk(
  batch: ImportBatch,
  rows: WaitingRow[],
  frame: IssueFileFrame,
  options: IssuingOptions,
): Promise<void> {
  const certificates = rows.map(({ cells }) => unstage(cells, frame))
  let mailed = 0
  const record = async (tx: Transaction, issued: IssuedCertificate[]) => {
    const ids = issued.map(({ id }) => id)
    await recordIssuedRows(
      tx,
      batch,
      rows.map((row, index) => ({ ...row, certificateId: ids[index] ?? '' })),
    )
    if (options.notify) mailed = await mailRecipients(tx, batch.issuerId, certificates, ids)
    await options.last?.(tx)
  }
  await issueCertificates(batch.issuerId, certificates, options.actor, record, {
    waits: false,
    ...(options.look !== undefined && { look: options.look }),
  })
  options.onMailed(mailed)
}

/** Says what an error in the middle left behind. */
function explain(error: unknown, issued: number): unknown {
  if (error instanceof AnswerLost || (!(error instanceof ServiceError) && !isTakenSerial(error))) return error
  const { code, message } =
    error instanceof ServiceError
      ? error
      : ({ code: 'malformed', message: 'A serial of this file was taken meanwhile.' } as const)
  const state = issued === 1 ? '1 certificate was' : `${issued === 0 ? 'No' : issued} certificates were`
  return new ServiceError(code, `${message} ${state} issued in this run; the same file again goes on from there.`, {
    cause: error,
  })
}

function isTakenSerial(error: unknown): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return code === '23505' && constraint === 'certificates_serial_key_key'
}
