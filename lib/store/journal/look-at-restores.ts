import type pg from 'pg'
import { log } from '@/lib/log'
import { isCompared, listRestores } from '@/lib/store/backup/restores'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { compareLog, noteLostLeaves } from '@/lib/store/log/compare-log'
import { noteLossUnknown } from '@/lib/store/log/complete-log'
import { isContradicted } from '@/lib/store/log/contradicted-log'
import { JournalFailure } from './journal-files'
import type { JournalSession } from './journal-session'

/**
 * Whether a restore waits for a comparison; one that nobody with the key decided on waits. Where the public log decided, what the
 * database lost is known by the published files alone, so that they are read before anyone is told anything. Otherwise they may
 * name certificates that this database never had, which are known before anyone is told that there are none: after a restore, after
 * a fail-over to a standby that lagged, which leaves no row here, and at a start, which may follow one. Where a witness of the log knows
 * of a later state, nothing is told at all.
 * @throws JournalFailure where the files cannot be read that decided
 */
export async function lookAtRestores(session: JournalSession, db: pg.Client): Promise<void> {
  const restores = await listRestores(db)
  const uncompared = restores.some((restore) => !isCompared(restore, keyEncryptionKey()))
  const byLog = restores.some(({ comparedWith }) => comparedWith === 'log')
  // First: until then verdicts go by what was known before.
  if (!session.logRead && byLog) {
    await compareLog(db, 0).catch((cause: unknown) => {
      const why = 'which a restored database was compared with instead of its journal'
      throw new JournalFailure(`The public log, ${why}, cannot be read.`, { cause })
    })
    session.logRead = true
  }
  const { changes } = session
  // Files that cannot be read at an ordinary start give no reason to think that anything is lost.
  const isDoubtful = !byLog && (restores.length > 0 || changes > 0)
  if (!byLog && !session.lostNoted) {
    // What is here stays what it is while the files cannot be read, and after a loss nothing is unknown: each comparison tries again.
    const tried = noteLostLeaves(db).then(() => session.changes === changes)
    session.lostNoted = await tried.catch((err: unknown) => {
      log.warn({ err }, 'what the public log has more cannot be told')
      return false
    })
  }
  noteLossUnknown(isDoubtful && !session.lostNoted)
  const contradicted = await isContradicted(db)
  // What came back in between is known by the published files: they are read before anyone is told anything.
  if (session.contradicted && !contradicted) await compareLog(db, 0)
  session.contradicted = contradicted
  session.uncompared = uncompared
  session.restores = restores.length
}
