import type pg from 'pg'
import { log } from '@/lib/log'
import { compareLeaves } from './compare-leaves'
import { noteMissingLeaves } from './complete-log'
import { findLogKeys, openVrfKey } from './keys/log-keys'

/**
 * Compares what the database has of the log with what was published. A tag that the database lacks makes its certificate
 * undetermined in this process, wherever else its entry was taken out.
 * @param from where to begin: 0 compares all
 * @param between is awaited after each page, so that checks come first
 * @returns where the next comparison may begin
 * @throws Error where that cannot be told; what is missing counts all the same
 */
export async function compareLog(
  db: pg.ClientBase | pg.Pool,
  from: number,
  between?: () => Promise<void>,
): Promise<number> {
  const { to, missing, differing } = await compareLeaves(db, from, between)
  if (differing > 0) log.error({ leaves: differing }, 'the database lacks leaves of the published log')
  if (from === 0 || missing.length > 0) {
    const isAll = from === 0
    // First without the key that says whose they are: until it is there, nobody can tell of any certificate of their issuers.
    if (missing.length > 0) noteMissingLeaves({ leaves: missing, vrfKey: null, isAll })
    const vrfKey = missing.length > 0 ? await openVrfKey(await findLogKeys(db)) : null
    noteMissingLeaves({ leaves: missing, vrfKey, isAll })
  }
  return to
}
