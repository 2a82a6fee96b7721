import { isUuid } from '@/lib/domain/text/uuid'
import { ServiceError } from '@/lib/errors'
import { log } from '@/lib/log'
import { actingMember } from '@/lib/service/desk/acting-member'
import { authorize, authorizeStill } from '@/lib/service/desk/authorize'
import type { DeskMember } from '@/lib/service/desk/desk-person'
import { presentLook } from '@/lib/service/issue/preview-row'
import { endIssueRun, findStoredIssueRun, noteIssueRun, takeIssueRun } from '@/lib/store/desk/issue-runs'
import { countErasuresOf } from '@/lib/store/erasure/erasures'
import { noteBatch } from './batch-note'
import { decryptRunFile, decryptRunPart, type RunOwner, encryptRunPart } from './encrypted-issue-run'
import { inTurn } from './issue-turns'
import { type IssueReport, issueUpload } from './issue-upload'
import { type IssuePreview, isToBeAsked } from './run-preview'

/** The interval at which a run reports its progress, in milliseconds. */
const NOTE_MS = 2000

/**
 * Begins to issue a file that was checked, behind the request, in this process. A run that has begun goes on as it is,
 * wherever.
 * @param skipBad issues the good rows although others are bad
 * @returns `gone` when there is no such run; `changed` when its certificates would look otherwise than they did when it was
 *   checked: nothing is begun then
 * @throws as `authorize` and `presentLook`
 */
export async function startIssueRun(
  member: DeskMember,
  id: string,
  skipBad: boolean,
): Promise<'begun' | 'changed' | 'gone'> {
  authorize(member, 'issue')
  const run = isUuid(id) ? await findStoredIssueRun(member.issuerId, id) : null
  const preview = run && decryptRunPart<IssuePreview>(run, 'preview', run.preview)
  if (!run || !preview) return 'gone'
  if (isToBeAsked(preview) && run.state === 'ready')
    throw new ServiceError('malformed', 'Say first what the columns of this table are.')
  if (run.state === 'ready' && preview.look !== (await presentLook(member.issuerId))) return 'changed'
  // Before the file is taken: an erasure that comes later does not find it.
  const erasures = await countErasuresOf(member.issuerId)
  const { table: _table, ...staying } = preview
  const encrypted =
    run.state === 'ready'
      ? await takeIssueRun(member.issuerId, run.id, encryptRunPart(run, 'preview', { ...staying, erasures }))
      : null
  const file = encrypted === null ? null : decryptRunFile(run, encrypted)
  if (file) {
    const noted = keepNoting(run.id, run.total)
    const { fileName, choices, look = '' } = preview
    inTurn((stopping) => issue(run, file, { ...choices, fileName, look, skipBad, erasures }, member, noted, stopping))
  }
  return 'begun'
}

/** What a file is issued by. */
type Begun = IssuePreview['choices'] & {
  fileName: string
  look: string
  skipBad: boolean
  /** How many erasures of the issuer there were before. */
  erasures: number
}

/** Where a run is; what is set here reaches the database within seconds. */
interface Noted {
  at: Parameters<typeof noteIssueRun>[1]
  stop: () => void
}

function keepNoting(id: string, total: number): Noted {
  const noted: Noted = { at: { state: 'waiting', done: 0, total }, stop: () => clearInterval(timer) }
  const timer = setInterval(() => {
    noteIssueRun(id, noted.at).catch((error: unknown) => log.warn({ err: error }, 'how far a run is was not noted'))
  }, NOTE_MS).unref()
  return noted
}

async function issue(
  run: RunOwner,
  file: Uint8Array,
  { fileName, erasures, ...choices }: Begun,
  member: DeskMember,
  noted: Noted,
  stopping: AbortSignal,
): Promise<void> {
  let end: Parameters<typeof endIssueRun>[1]
  try {
    const outcome = await issueUpload(member.issuerId, file, {
      ...choices,
      ...actingMember(member),
      dryRun: false,
      signal: stopping,
      last: (tx) => authorizeStill(tx, member, 'issue'),
      onProgress: (state, done, total) => {
        noted.at = state === 'issuing' ? { state, done, total } : { ...noted.at, state }
      },
    })
    await note(run.issuerId, { fileName, erasures }, outcome)
    // What is kept longer is not kept twice.
    end = { outcome: encryptRunPart(run, 'outcome', { ...outcome, refusedCsv: null }) }
  } catch (error) {
    end = { problem: sentenceOf(error) }
  }
  noted.stop()
  await endIssueRun(run.id, end).catch((error: unknown) => log.error({ err: error }, 'the end of a run was not noted'))
}

/** Certificates that are issued stay so, whether or not their page can say what the file was called. */
async function note(
  issuerId: string,
  { fileName, erasures }: Pick<Begun, 'fileName' | 'erasures'>,
  outcome: IssueReport,
): Promise<void> {
  const { batchId, refused, refusedCsv } = outcome
  if (batchId === null) return
  await noteBatch({ batchId, issuerId }, { fileName, refused, refusedCsv }, erasures).catch((error: unknown) =>
    log.error({ err: error, batch: batchId }, 'what came of a file was not noted'),
  )
}

function sentenceOf(error: unknown): string {
  if (error instanceof ServiceError) return error.message
  log.error({ err: error }, 'issuing from an uploaded file failed')
  return 'It could not be completed just now.'
}
