import { randomUUID } from 'node:crypto'
import type { JoinedName } from '@/lib/domain/issue/chosen-columns'
import type { ColumnGuess, ColumnsFrom, HiddenSheets, PreviewRows } from '@/lib/domain/issue/issue-preview'
import type { TableChoice } from '@/lib/domain/issue/issue-table'
import type { CodePage } from '@/lib/domain/text/code-page'
import { isUuid } from '@/lib/domain/text/uuid'
import { ServiceError } from '@/lib/errors'
import { readerError } from '@/lib/i18n/desk/reader-error'
import { actingMember } from '@/lib/service/desk/acting-member'
import { authorize, authorizeLooking } from '@/lib/service/desk/authorize'
import type { DeskMember } from '@/lib/service/desk/desk-person'
import { presentLook } from '@/lib/service/issue/preview-row'
import {
  deleteReadyIssueRun,
  findReadyIssueRuns,
  findStoredIssueRun,
  followStoredIssueRun,
  insertIssueRun,
  type StoredIssueRun,
} from '@/lib/store/desk/issue-runs'
import { decryptRunPart, encryptRunPart, type RunOwner } from './encrypted-issue-run'
import { type IssueReport, checkUpload } from './issue-upload'
import { mayGoOn } from './may-go-on'
import { previewRows } from './preview-rows'
import type { IssuePreview } from './run-preview'

/** The most files at once, of all issuers and of one, so that none holds up the others: each is some megabytes. */
const MOST_RUNS = { ofAll: 100, ofOne: 3 }

/** What is noted of a run whose process ended; the page says it in the reader's language. */
const STALLED = 'Stopped.'

/** A file on its way to be issued. Every process knows it: it is in the database, encrypted, for an hour at most. */
interface IssueRun extends Pick<StoredIssueRun, 'id' | 'state' | 'problem' | 'expiresAt' | 'resumable'> {
  fileName: string
  preview: IssueReport
  /** Certificates issued so far, of how many. */
  progress: { done: number; total: number }
  /** Of the run, once it is done. */
  outcome: IssueReport | null
  rows: PreviewRows | null
  guess: ColumnGuess | null
  /** Somebody is to say in which code page it was saved. */
  asksAlphabet: boolean
  /** The one that they said. */
  codePage: CodePage | null
  columnsFrom: ColumnsFrom | null
  /** How its columns were read, and can be read otherwise; null where nobody can choose them. */
  reading: ColumnGuess | null
  joined: JoinedName | null
  written: TableChoice['defaults']
  sheets: HiddenSheets | null
}

type Upload = Pick<IssuePreview, 'fileName' | 'choices' | 'columnsFrom' | 'joined' | 'written' | 'table' | 'sheets'> & {
  file: Uint8Array
}

/** What is checked again. */
type Replaced = RunOwner & { was?: 'ready' | 'stopped' }

/**
 * Checks an uploaded file and keeps it until it is confirmed. A person's file before it at this issuer that was not confirmed is gone,
 * unless a colleague has changed it.
 * @param replaced is gone in place of theirs, and stays the file of whoever sent it
 * @returns the id of the run, or null when `replaced` is so no more
 * @throws as `authorize`; ServiceError `malformed` when the file as a whole is refused, or the issuer has as many as it may;
 *   `unavailable`
 */
export async function previewIssueFile(member: DeskMember, upload: Upload): Promise<string>
export async function previewIssueFile(
  member: DeskMember,
  upload: Upload,
  replaced: Replaced | undefined,
): Promise<string | null>
export async function previewIssueFile(
  member: DeskMember,
  upload: Upload,
  replaced?: Replaced,
): Promise<string | null> {
  authorize(member, 'issue')
  const { issuerId } = member
  const { file, ...sent } = upload
  const look = await presentLook(issuerId)
  const report = await checkUpload(issuerId, file, { ...sent.choices, ...actingMember(member) })
  return keepRun(member, { ...sent, report, look, rows: await previewRows(file, report) }, file, replaced)
}

/** A table of which somebody is to say something before its rows are checked. */
type UnreadTable = Pick<IssuePreview, 'fileName' | 'choices' | 'guess' | 'codePage' | 'asksAlphabet' | 'sheets'>

/**
 * Keeps a table whose code page or columns are to be said, in the place of a file of theirs that waits.
 * @param file its rows as CSV, the head first; as it was sent where its code page is to be said, or was
 * @param replaced and returns and throws as `previewIssueFile`
 */
export async function keepUnconfirmedTable(member: DeskMember, table: UnreadTable, file: Uint8Array): Promise<string>
export async function keepUnconfirmedTable(
  member: DeskMember,
  table: UnreadTable,
  file: Uint8Array,
  replaced: RunOwner | undefined,
): Promise<string | null>
export async function keepUnconfirmedTable(
  member: DeskMember,
  table: UnreadTable,
  file: Uint8Array,
  replaced?: RunOwner,
): Promise<string | null> {
  authorize(member, 'issue')
  const report: IssueReport = {
    ...{ batchId: null, issued: 0, already: 0, refused: 0, held: 0, mailed: null },
    ...{ errors: [], refusedCsv: null },
  }
  return keepRun(member, { ...table, report }, file, replaced)
}

async function keepRun(
  { issuerId, userId }: DeskMember,
  preview: IssuePreview,
  file: Uint8Array,
  replaced?: Replaced,
): Promise<string | null> {
  const run = { id: randomUUID(), issuerId, userId: replaced?.userId ?? userId }
  const encrypted = { file: encryptRunPart(run, 'file', file), preview: encryptRunPart(run, 'preview', preview) }
  const full = await insertIssueRun(
    { ...run, ...encrypted, total: preview.report.held },
    MOST_RUNS,
    replaced && { id: replaced.id, by: userId, was: replaced.was ?? 'ready' },
  )
  if (full === 'gone') return null
  if (full === 'one') throw readerError('malformed', 'issue.tooMany')
  if (full === 'all')
    throw new ServiceError('unavailable', 'Too many files are being issued just now. Try again in some minutes.')
  return run.id
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
    problem: run.stalled ? STALLED : run.problem,
    resumable: run.resumable && (await mayGoOn(member.issuerId, preview)),
    expiresAt: run.expiresAt,
    fileName: preview.fileName,
    preview: preview.report,
    progress: { done: run.done, total: run.total },
    outcome,
    rows: preview.rows ?? null,
    guess: preview.guess ?? null,
    asksAlphabet: preview.asksAlphabet ?? false,
    codePage: preview.codePage ?? preview.table?.codePage ?? null,
    columnsFrom: preview.columnsFrom ?? null,
    reading: preview.table?.guess ?? null,
    joined: preview.joined ?? null,
    written: preview.written ?? {},
    sheets: preview.sheets ?? null,
  }
}

/** A file that waits to be confirmed, for whoever looks for it. */
interface WaitingFile {
  id: string
  fileName: string
  /** Until when it waits. */
  until: Date
  /** The reader's next upload takes its place. */
  isReplaceable: boolean
}

/**
 * The member's own files that wait at their issuer: each check gives one another address.
 * @throws as `authorizeLooking`
 */
export async function findOwnWaitingFiles(member: DeskMember): Promise<WaitingFile[]> {
  authorizeLooking(member, 'issue')
  return described(await findReadyIssueRuns(member.issuerId, member.userId), member)
}

/**
 * Where a file is that waits no more under an address.
 * @returns `issued`: the run that issues it or has; `waiting`: itself at its present address, or else the member's own files
 * @throws as `authorizeLooking`
 */
export async function followIssueRun(
  member: DeskMember,
  id: string,
): Promise<{ issued: string | null; waiting: WaitingFile[] }> {
  authorizeLooking(member, 'issue')
  const run = isUuid(id) ? await followStoredIssueRun(member.issuerId, id) : null
  if (run?.state === 'ready') return { issued: null, waiting: described([run], member) }
  return { issued: run?.id ?? null, waiting: await findOwnWaitingFiles(member) }
}

function described(runs: readonly StoredIssueRun[], { userId }: DeskMember): WaitingFile[] {
  return runs.flatMap((run) => {
    const preview = decryptRunPart<IssuePreview>(run, 'preview', run.preview)
    const isReplaceable = run.userId === userId && !run.shared
    return preview ? [{ id: run.id, fileName: preview.fileName, until: run.expiresAt, isReplaceable }] : []
  })
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
