import { randomUUID } from 'node:crypto'
import { ServiceError } from '@/lib/errors'
import { log } from '@/lib/log'
import { authorize, authorizeLooking } from './authorize'
import type { DeskMember } from './desk-person'
import { actingMember } from './acting-member'
import { type IssueReport, issueUpload } from './issue-upload'

/** How long an uploaded file waits to be confirmed, and how long the report of a run is kept, in milliseconds. */
export const WAIT_MS = 30 * 60 * 1000
export const KEEP_MS = 60 * 60 * 1000

/** Files of this process at once: each holds a few megabytes of memory. */
const MOST_RUNS = 30

/** A file on its way to be issued. It is in this process's memory alone: what it says of people is on no disk. */
export interface IssueRun {
  id: string
  issuerId: string
  userId: string
  fileName: string
  /** Null once it is not needed any more. */
  file: Uint8Array | null
  choices: { allowRepeats: boolean; guessableSerials: boolean }
  /** What the check before issuing found. */
  preview: IssueReport
  state: 'ready' | 'waiting' | 'checking' | 'issuing' | 'done' | 'failed'
  /** Certificates issued so far, of how many. */
  progress: { done: number; total: number }
  /** Of the run, once it is done. */
  outcome: IssueReport | null
  /** Why it failed. */
  problem: string | null
}

const runs = new Map<string, IssueRun>()
const timers = new Map<string, NodeJS.Timeout>()
const stopping = new AbortController()
/** Runs take turns: each holds three of the few database connections. */
let turn: Promise<void> = Promise.resolve()

/**
 * Checks an uploaded file and keeps it until it is confirmed. A person's file before it that was not confirmed is gone.
 * @throws as `authorize`; ServiceError `malformed` when the file as a whole is refused; `unavailable`
 */
export async function previewIssueFile(
  member: DeskMember,
  upload: { fileName: string; file: Uint8Array; choices: IssueRun['choices'] },
): Promise<IssueRun> {
  authorize(member, 'issue')
  for (const run of runs.values()) if (run.userId === member.userId && run.state === 'ready') forget(run.id)
  if (runs.size >= MOST_RUNS)
    throw new ServiceError('unavailable', 'Too many files are being issued just now. Try again in some minutes.')
  const { issuerId, userId } = member
  const preview = await issueUpload(member.issuerId, upload.file, {
    ...upload.choices,
    ...actingMember(member),
    skipBad: false,
    dryRun: true,
  })
  const progress = { done: 0, total: preview.held }
  const rest = { state: 'ready' as const, progress, outcome: null, problem: null }
  const run: IssueRun = { id: randomUUID(), issuerId, userId, ...upload, preview, ...rest }
  runs.set(run.id, run)
  forgetIn(run.id, WAIT_MS)
  return run
}

/**
 * A run of the member's issuer, or null when it is another's, or forgotten.
 * @throws as `authorizeLooking`
 */
export function findIssueRun(member: DeskMember, id: string): IssueRun | null {
  authorizeLooking(member, 'issue')
  const run = runs.get(id)
  return run?.issuerId === member.issuerId ? run : null
}

/**
 * Begins to issue a file that was checked, behind the request. A run that has begun goes on as it is.
 * @param skipBad issues the good rows although others are bad
 * @returns false when there is no such run
 * @throws as `authorize`
 */
export function startIssueRun(member: DeskMember, id: string, skipBad: boolean): boolean {
  authorize(member, 'issue')
  const run = findIssueRun(member, id)
  if (!run) return false
  if (run.state !== 'ready') return true
  run.state = 'waiting'
  clearTimeout(timers.get(id))
  turn = turn.then(() => issue(run, member, skipBad))
  return true
}

/**
 * Forgets a file that was not confirmed.
 * @throws as `authorize`
 */
export function dropIssueRun(member: DeskMember, id: string): void {
  authorize(member, 'issue')
  if (findIssueRun(member, id)?.state === 'ready') forget(id)
}

/** Resolves when no run is under way any more. */
export function issueRunsEnded(): Promise<void> {
  return turn
}

/** Ends runs in order, between two chunks; the same file sent again goes on from there. */
export async function stopIssueRuns(): Promise<void> {
  stopping.abort()
  await turn
}

async function issue(run: IssueRun, member: DeskMember, skipBad: boolean): Promise<void> {
  try {
    run.outcome = await issueUpload(run.issuerId, run.file ?? new Uint8Array(), {
      ...run.choices,
      ...actingMember(member),
      skipBad,
      dryRun: false,
      signal: stopping.signal,
      onProgress: (phase, done, total) => {
        run.state = phase
        if (phase === 'issuing') run.progress = { done, total }
      },
    })
    run.state = 'done'
  } catch (error) {
    run.state = 'failed'
    run.problem = sentenceOf(error)
  }
  run.file = null
  forgetIn(run.id, KEEP_MS)
}

function sentenceOf(error: unknown): string {
  if (error instanceof ServiceError) return error.message
  log.error({ err: error }, 'issuing from an uploaded file failed')
  return 'It could not be completed just now.'
}

function forgetIn(id: string, milliseconds: number): void {
  clearTimeout(timers.get(id))
  timers.set(id, setTimeout(() => forget(id), milliseconds).unref())
}

function forget(id: string): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  runs.delete(id)
}
