import { isUuid } from '@/lib/domain/text/uuid'
import { ServiceError } from '@/lib/errors'
import { log } from '@/lib/log'
import { endIssueRun, findStoredIssueRun, noteIssueRun, takeIssueRun } from '@/lib/store/desk/issue-runs'
import { actingMember } from '@/lib/service/desk/acting-member'
import { authorize } from '@/lib/service/desk/authorize'
import type { DeskMember } from '@/lib/service/desk/desk-person'
import { type IssuePreview } from './issue-runs'
import { inTurn } from './issue-turns'
import { issueUpload } from './issue-upload'
import { decryptRunFile, decryptRunPart, type RunOwner, encryptRunPart } from './encrypted-issue-run'

/** The interval at which a run reports its progress, in milliseconds. */
const NOTE_MS = 2000

/**
 * Begins to issue a file that was checked, behind the request, in this process. A run that has begun goes on as it is,
 * wherever.
 * @param skipBad issues the good rows although others are bad
 * @returns false when there is no such run
 * @throws as `authorize`
 */
export async function startIssueRun(member: DeskMember, id: string, skipBad: boolean): Promise<boolean> {
  authorize(member, 'issue')
  const run = isUuid(id) ? await findStoredIssueRun(member.issuerId, id) : null
  const preview = run && decryptRunPart<IssuePreview>(run, 'preview', run.preview)
  if (!run || !preview) return false
  const encrypted = run.state === 'ready' ? await takeIssueRun(member.issuerId, run.id) : null
  const file = encrypted === null ? null : decryptRunFile(run, encrypted)
  if (file) {
    const noted = keepNoting(run.id, run.total)
    inTurn((stopping) => issue(run, file, { ...preview.choices, skipBad }, member, noted, stopping))
  }
  return true
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
  choices: IssuePreview['choices'] & { skipBad: boolean },
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
      onProgress: (state, done, total) => {
        noted.at = state === 'issuing' ? { state, done, total } : { ...noted.at, state }
      },
    })
    end = { outcome: encryptRunPart(run, 'outcome', outcome) }
  } catch (error) {
    end = { problem: sentenceOf(error) }
  }
  noted.stop()
  await endIssueRun(run.id, end).catch((error: unknown) => log.error({ err: error }, 'the end of a run was not noted'))
}

function sentenceOf(error: unknown): string {
  if (error instanceof ServiceError) return error.message
  log.error({ err: error }, 'issuing from an uploaded file failed')
  return 'It could not be completed just now.'
}
