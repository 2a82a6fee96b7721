import type pg from 'pg'
import { SEALED_FORM } from '@/lib/domain/log/sealed-leaf'
import { log } from '@/lib/log'
import { compareLeaves, findBareLeaves, missingLeaf, requireNoLog, signedSize } from './compare-leaves'
import { isWhollyCompared, type MissingLeaf, missingTags, noteMissingLeaves } from './complete-log'
import { findLogKeys, openVrfKey } from './keys/log-keys'
import { readLogState } from './log-state'

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
  await refuseReplica(db)
  const { to, missing, differing } = await compareLeaves(db, from, between)
  if (differing > 0) log.error({ leaves: differing }, 'the database lacks leaves of the published log')
  if (from === 0 || missing.length > 0) await note(db, missing, from === 0)
  return to
}

/** A standby lacks what it will have once it takes the primary's place: nothing of that is lost. */
async function refuseReplica(db: pg.ClientBase | pg.Pool): Promise<void> {
  const { rows } = await db.query<{ replica: boolean }>('SELECT pg_catalog.pg_is_in_recovery() AS replica')
  if (rows[0]?.replica !== false) throw new Error('A replica is not compared with the public log.')
}

/**
 * Takes over what the rows themselves tell of such as are lost, while the published files cannot be read. The next comparison of
 * all leaves says better.
 * @param between is awaited after each page, so that checks come first
 */
export async function noteBareLeaves(db: pg.ClientBase | pg.Pool, between: () => Promise<void>): Promise<void> {
  const leaves = await findBareLeaves(db, between)
  if (leaves.length === 0) return
  log.error({ leaves: leaves.length }, 'the database lacks what leaves of the log stand for')
  await note(db, leaves, false)
}

/**
 * Takes over what a restore is known to have lost, before all leaves are compared: those that the database took over as lost, and
 * those behind its own. Until then a certificate that was issued after the backup would be called unknown.
 * @throws Error where that cannot be told
 */
export async function noteLostLeaves(db: pg.ClientBase | pg.Pool): Promise<void> {
  const state = await readLogState(db)
  if (!state) return requireNoLog()
  const { rows } = await db.query<{ index: number; leaf: Buffer }>(
    "SELECT log_index::float8 AS index, leaf FROM log_leaves WHERE kind = 'lost'",
  )
  const lost = rows.filter(({ leaf }) => leaf[0] === SEALED_FORM).map(({ index, leaf }) => missingLeaf(index, leaf))
  // Once all published leaves were compared, no row adds to what that found.
  if (lost.length > 0 && !isWhollyCompared()) await note(db, lost, false)
  // What the database itself says was published is as old as the backup.
  if (state.publishedSize > 0 && (await signedSize(db, state.origin)) === null)
    throw new Error('The public log has no good checkpoint: nobody can tell what it has more.')
  await compareLog(db, state.publishedSize)
}

async function note(db: pg.ClientBase | pg.Pool, leaves: MissingLeaf[], isAll: boolean): Promise<void> {
  // First without the key that says whose they are, unless it was there before: until it is there, nobody can tell of any
  // certificate of their issuers.
  if (leaves.length > 0) noteMissingLeaves({ leaves, vrfKey: missingTags()?.vrfKey ?? null, isAll })
  const vrfKey = leaves.length > 0 ? await openVrfKey(await findLogKeys(db)) : null
  // Those that were noted above are there, unless a comparison of all leaves found otherwise meanwhile.
  noteMissingLeaves({ leaves: isAll ? leaves : [], vrfKey, isAll })
}
