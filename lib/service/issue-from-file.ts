import { ServiceError } from '@/lib/errors'
import * as batches from '@/lib/store/import-batches'
import { issueCertificates } from './issue-certificates'
import { hashFile } from './read-issue-file'
import { stageIssueFile, unstage } from './stage-issue-file'

/** Certificates signed and stored in one transaction: small enough to lose little, large enough to be quick. */
const ISSUED_AT_ONCE = 100

export interface IssueFileOptions {
  dryRun: boolean
  skipBad: boolean
  allowRepeats: boolean
  guessableSerials: boolean
  actor: string
  onProgress: (phase: 'checking' | 'issuing', done: number, total: number) => void
}

/** What became of a file. The rows themselves are read from the batch, piece by piece. */
export interface IssueFileResult {
  batchId: string
  /** Certificates issued by this run; rows that already had theirs are not among them. */
  issued: number
  refused: number
  /** Rows that were good and were not issued, because others were bad or the run was dry. */
  held: number
}

/**
 * Issues one certificate for each row of a CSV file (definitions.md part 11, `certs issue`). Every row is validated
 * before anything is issued. The same bytes again go on where they stopped: a row and its certificate are written in
 * one transaction, so that an interruption at any point leaves no row with two.
 * @param issuerId the issuer
 * @param path of the file
 * @throws ServiceError `malformed` when the file as a whole is refused, or another run is at it
 */
export async function issueFromFile(
  issuerId: string,
  path: string,
  options: IssueFileOptions,
): Promise<IssueFileResult> {
  const { sha256 } = await hashFile(path)
  const result = await batches.withImportLock(issuerId, async () => {
    const batchId = await batches.findOrMakeBatch(issuerId, sha256)
    try {
      await checkRows(batchId, issuerId, path, options)
      const counts = await batches.countRows(batchId)
      const go = !options.dryRun && (counts.refused === 0 || options.skipBad)
      const issued = go ? await issueWaiting(batchId, issuerId, counts.waiting, options) : 0
      return { batchId, issued, refused: counts.refused, held: counts.waiting - issued }
    } finally {
      await batches.emptyUnissuedRows(batchId)
    }
  })
  if (!result) throw new ServiceError('malformed', 'Another run is issuing from a file for this issuer. Wait for it to end.')
  return result
}

async function checkRows(batchId: string, issuerId: string, path: string, options: IssueFileOptions): Promise<void> {
  await stageIssueFile(batchId, path, {
    guessableSerials: options.guessableSerials,
    onRow: (rows) => {
      options.onProgress('checking', rows, rows)
    },
  })
  await batches.numberOccurrences(batchId)
  await batches.refuseTakenSerials(batchId, issuerId)
  if (!options.allowRepeats) await batches.refuseRepeats(batchId, issuerId)
}

async function issueWaiting(
  batchId: string,
  issuerId: string,
  total: number,
  options: IssueFileOptions,
): Promise<number> {
  let issued = 0
  options.onProgress('issuing', 0, total)
  for (;;) {
    const rows = await batches.findWaitingRows(batchId, ISSUED_AT_ONCE)
    if (rows.length === 0) return issued
    await issueCertificates(
      issuerId,
      rows.map(({ row }) => unstage(row)),
      options.actor,
      (tx, certificates) =>
        batches.markIssued(
          tx,
          batchId,
          certificates.map(({ id }, index) => ({ line: rows[index]?.line ?? 0, certificateId: id })),
        ),
    )
    issued += rows.length
    options.onProgress('issuing', issued, total)
  }
}
