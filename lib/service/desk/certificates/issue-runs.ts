import { randomUUID } from 'node:crypto'
import { isUuid } from '@/lib/domain/text/uuid'
import { ServiceError } from '@/lib/errors'
import { deskText } from '@/lib/i18n/desk/text'
import {
  deleteReadyIssueRun,
  findStoredIssueRun,
  insertIssueRun,
  type StoredIssueRun,
} from '@/lib/store/desk/issue-runs'
import { actingMember } from '@/lib/service/desk/acting-member'
import { authorize, authorizeLooking } from '@/lib/service/desk/authorize'
import type { DeskMember } from '@/lib/service/desk/desk-person'
import { type IssueReport, issueUpload } from './issue-upload'
import { decryptRunPart, encryptRunPart } from './encrypted-issue-run'

/** The most files at once, of all issuers and of one, so that none holds up the others: each is some megabytes. */
const MOST_RUNS = { ofAll: 100, ofOne: 3 }

/** What is said of a file before it is issued. */
export interface IssuePreview {
  fileName: string
  choices: { allowRepeats: boolean; guessableSerials: boolean; notify?: boolean | undefined }
  /** What the check before issuing found. */
  report: IssueReport
}

/** A file on its way to be issued. Every process knows it: it is in the database, encrypted, for an hour at most. */
interface IssueRun extends Pick<StoredIssueRun, 'id' | 'state' | 'problem'> {
  fileName: string
  preview: IssueReport
  /** Certificates issued so far, of how many. */
  progress: { done: number; total: number }
  /** Of the run, once it is done. */
  outcome: IssueReport | null
}

/**
 * Checks an uploaded file and keeps it until it is confirmed. A person's file before it that was not confirmed is gone.
 * @returns the id of the run
 * @throws as `authorize`; ServiceError `malformed` when the file as a whole is refused, or the issuer has as many as it may;
 *   `unavailable`
 */
export async function previewIssueFile(
  member: DeskMember,
  upload: { fileName: string; file: Uint8Array; choices: IssuePreview['choices'] },
): Promise<string> {
  authorize(member, 'issue')
  const { issuerId, userId } = member
  const { fileName, file, choices } = upload
  const report = await issueUpload(issuerId, file, {
    ...choices,
    ...actingMember(member),
    skipBad: false,
    dryRun: true,
  })
  const id = randomUUID()
  const preview: IssuePreview = { fileName, choices, report }
  const run = { id, issuerId, userId }
  const encrypted = { file: encryptRunPart(run, 'file', file), preview: encryptRunPart(run, 'preview', preview) }
  const full = await insertIssueRun({ ...run, ...encrypted, total: report.held }, MOST_RUNS)
  if (full === 'one') throw new ServiceError('malformed', deskText('issue.tooMany'))
  if (full === 'all')
    throw new ServiceError('unavailable', 'Too many files are being issued just now. Try again in some minutes.')
  return id
}

/**
 * A run of the member's issuer, or null when it is another's, or past its time.
 * @throws as `authorizeLooking`
 */
export async function findIssueRun(member: DeskMember, id: string): Promise<IssueRun | null> {
  authorizeLooking(member, 'issue')
  const run = isUuid(id) ? await findStoredIssueRun(member.issuerId, id) : null
  const preview = run && decryptRunPart<IssuePreview>(run, 'preview', run.preview)
  if (!run || !preview) return null
  const outcome = run.outcome === null ? null : decryptRunPart<IssueReport>(run, 'outcome', run.outcome)
  return {
    id: run.id,
    state: run.stalled ? 'failed' : run.state,
    problem: run.stalled ? deskText('issueRun.stalled') : run.problem,
    fileName: preview.fileName,
    preview: preview.report,
    progress: { done: run.done, total: run.total },
    outcome,
  }
}

/**
 * Drops a file that was not confirmed.
 * @returns false when there is none
 * @throws as `authorize`
 */
export async function dropIssueRun(member: DeskMember, id: string): Promise<boolean> {
  authorize(member, 'issue')
  return isUuid(id) && deleteReadyIssueRun(member.issuerId, id)
}
