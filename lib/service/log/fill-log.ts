import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { withAdvisoryLock } from '@/lib/store/database/advisory-lock'
import { type Transaction, transaction, workingPool } from '@/lib/store/database/database'
import { databaseTime } from '@/lib/store/evidence/event-log'
import { journalFiles } from '@/lib/store/journal/open-journal'
import {
  beginLog,
  countPending,
  endIntake,
  type EventCursor,
  firstCursor,
  holdChanges,
  takeInEvents,
  takeInPublic,
} from '@/lib/store/log/intake'
import { findLogState, type LogState } from '@/lib/store/log/log-state'
import { requireWritableLog } from '@/lib/store/log/open-log-store'
import { sequenceHere } from '@/lib/store/log/sequence/await-publication'

/** Events of one transaction. */
const PAGE = 500
/** Leaves that may wait while more are written. */
const MOST_WAITING = 20_000
/** Fewer than so many that were missed are taken in while everybody waits. */
const FEW = 1000
const SILENT_MS = 5000
/** Publishing failed so often in a row: it is not the moment, and waiting longer does not mend it. */
const MOST_FAILURES = 5
/** Changes that are under way are waited for so long. */
const HOLD_MS = 30_000

/**
 * Makes the public log where there is none, and takes in all that was there before (spec part 18, section 3). The service
 * goes on meanwhile; cut off, the same again goes on where it was.
 * @param onProgress gets how many events were taken in, now and then
 * @param signal ends it between two pages
 * @returns the log; done when all of it is published
 * @throws ServiceError `unavailable` where what waits cannot be published; the signal's reason
 */
export async function fillLog(
  onProgress: (taken: number) => void = () => undefined,
  signal?: AbortSignal,
): Promise<LogState> {
  return withAdvisoryLock('log-fill', async () => {
    await begin()
    let taken = 0
    for (let found = FEW; found >= FEW;) {
      await unlessEnded(async (tx) => takeInPublic(tx, await databaseTime(tx)))
      found = 0
      for (const chains of ['others', 'lineage'] as const) {
        for (let cursor: EventCursor | null = firstCursor(chains); cursor;) {
          signal?.throwIfAborted()
          const page = await unlessEnded((tx) => takeInEvents(tx, cursor as EventCursor, PAGE))
          found += page?.found ?? 0
          cursor = page?.next ?? null
          onProgress((taken += page?.found ?? 0))
          await publishUntil((_, waiting) => waiting <= MOST_WAITING, signal)
        }
      }
    }
    // Once the intake has ended every change waits for the log: before that it must have shown that it can be published.
    await publishUntil(({ publishedSize }) => publishedSize > 0, signal)
    await endOnce()
    await publishUntil(({ publishedSize, size }, waiting) => waiting === 0 && publishedSize === size, signal)
    return requireState()
  })
}

async function begin(): Promise<void> {
  if (await findLogState(workingPool())) return
  await requireWritableLog()
  // The newest head is kept there. Where the journal was used before, a missing folder is a disk that is not mounted.
  if ((await journalFiles().segments()) === null) await journalFiles().make()
  await transaction(async (tx) => beginLog(tx, `${new URL(env().BASE_URL).host}/log`, await databaseTime(tx)))
}

/** Once the intake has ended nothing more is taken in: every change has its leaves. */
async function unlessEnded<T>(work: (tx: Transaction) => Promise<T>): Promise<T | null> {
  return transaction(async (tx) => ((await findLogState(tx))?.intakeEnded ? null : work(tx)))
}

/** What came while the last page was read is taken in while nobody changes anything. */
async function endOnce(): Promise<void> {
  await unlessEnded(async (tx) => {
    await tx.query(`SET LOCAL lock_timeout = ${HOLD_MS}`)
    await holdChanges(tx)
    const at = await databaseTime(tx)
    await takeInPublic(tx, at)
    for (const chains of ['others', 'lineage'] as const) {
      for (let cursor: EventCursor | null = firstCursor(chains); cursor;) {
        cursor = (await takeInEvents(tx, cursor, PAGE)).next
      }
    }
    await endIntake(tx, at)
  })
}

/** Waits for whoever publishes the log, or publishes it here. */
async function publishUntil(
  isDone: (state: LogState, waiting: number) => boolean,
  signal?: AbortSignal,
): Promise<void> {
  for (let failures = 0; ;) {
    signal?.throwIfAborted()
    const state = await requireState()
    if (isDone(state, await countPending(workingPool()))) return
    if (state.stopped !== null) throw new ServiceError('unavailable', `The public log is stopped: ${state.stopped}`)
    if (state.silence !== null && state.silence <= SILENT_MS) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      continue
    }
    const cause = await sequenceHere()
    failures = cause === null ? 0 : failures + 1
    if (cause !== null && failures >= MOST_FAILURES)
      throw new ServiceError('unavailable', `The public log cannot be published: ${cause.message}`, { cause })
  }
}

async function requireState(): Promise<LogState> {
  const state = await findLogState(workingPool())
  if (!state) throw new ServiceError('unavailable', 'There is no public log.')
  return state
}
