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
import { logStore, requireWritableLog } from '@/lib/store/log/open-log-store'
import { sequenceHere } from '@/lib/store/log/sequence/await-publication'

const MOST_NOTE_BYTES = 64 * 1024
/** Events of one transaction. */
const PAGE = 500
/** Leaves that may wait while more are written. */
const MOST_WAITING = 20_000
/** Fewer than so many that were missed are taken in while everybody waits. */
const FEW = 1000
const SILENT_MS = 5000
/** Publishing failed so often while nothing was published: it is not the moment, and waiting longer does not mend it. */
const MOST_FAILURES = 5
/** Whoever publishes has published nothing for so long: it says that it is there, and gets nowhere. */
const STUCK_MS = 60_000
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
    // Once the intake has ended every change waits for the log: before that all that there is must have been published.
    await publishUntil(isAllPublished, signal)
    await endOnce()
    await publishUntil(isAllPublished, signal)
    await requireFiles()
    return requireState()
  })
}

/** Where all was published before, nothing above has looked whether it is still there. */
async function requireFiles(): Promise<void> {
  if ((await (await logStore()).read('checkpoint', MOST_NOTE_BYTES)) !== null) return
  const sentence = 'The public log was filled before, and its files are not there. Is its disk mounted?'
  throw new ServiceError('unavailable', `${sentence} If they are lost, take a copy: certs log resume --log WHERE`)
}

const isAllPublished = ({ publishedSize, size }: LogState, waiting: number) =>
  waiting === 0 && publishedSize > 0 && publishedSize === size

async function begin(): Promise<void> {
  await requireWritableLog()
  if (await findLogState(workingPool())) return
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

/** Waits for whoever publishes the log, or publishes it here. Only what was published counts as progress. */
async function publishUntil(
  isDone: (state: LogState, waiting: number) => boolean,
  signal?: AbortSignal,
): Promise<void> {
  let [failures, published, since] = [0, -1, performance.now()]
  for (;;) {
    signal?.throwIfAborted()
    const state = await requireState()
    if (state.stopped !== null) throw new ServiceError('unavailable', `The public log is stopped: ${state.stopped}`)
    if (isDone(state, await countPending(workingPool()))) return
    if (state.publishedSize > published) [failures, published, since] = [0, state.publishedSize, performance.now()]
    if (performance.now() - since > STUCK_MS)
      throw new ServiceError(
        'unavailable',
        'Nothing was published in the public log for a minute. Look at its process.',
      )
    if (state.silence !== null && state.silence <= SILENT_MS) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      continue
    }
    const cause = await sequenceHere()
    if (cause !== null && ++failures >= MOST_FAILURES)
      throw new ServiceError('unavailable', `The public log cannot be published: ${cause.message}`, { cause })
  }
}

async function requireState(): Promise<LogState> {
  const state = await findLogState(workingPool())
  if (!state) throw new ServiceError('unavailable', 'There is no public log.')
  return state
}
