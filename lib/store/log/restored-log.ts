import type pg from 'pg'
import type { LogStore } from '@/lib/domain/log/log-store'
import { log } from '@/lib/log'
import { readLogState } from './log-state'
import { LogStopped } from './publish/log-stopped'
import { HEAD, MOST_NOTE_BYTES, refuseLater } from './publish/refuse-later'

const RESTORED = 'The database was restored from a backup, and the log may be further.'

/** Stops the log of a restored database: going on from an older tree would tell two people two histories. */
export async function stopRestoredLog(db: pg.ClientBase): Promise<void> {
  await db.query('UPDATE log_state SET stopped = $1 WHERE stopped IS NULL', [RESTORED])
}

/**
 * Lets it go on after a journal that is newer than the backup was compared, where the newest head that this keeps, and the
 * files in place, are no further than the database. Else it stays stopped: who publishes it next would find that out, but only then
 * write it down, and until then nobody would tell the operator to bring the log on.
 */
export async function letLogGoOn(
  db: pg.ClientBase,
  { store, journal }: { store: () => Promise<LogStore>; journal: LogStore },
): Promise<void> {
  const state = await readLogState(db)
  if (state?.stopped !== RESTORED) return
  if (state.publishedSize > 0 && (await journal.read(HEAD, MOST_NOTE_BYTES)) === null) return
  try {
    await refuseLater({ store: await store(), journal }, state)
  } catch (error) {
    if (error instanceof LogStopped) return
    // Files that cannot be reached say nothing now, and are looked at again before anything is signed.
    log.warn({ err: error }, 'the files of the public log could not be compared')
  }
  await db.query('UPDATE log_state SET stopped = NULL WHERE stopped = $1', [RESTORED])
}
