import type pg from 'pg'

const RESTORED = 'The database was restored from a backup, and the log may be further.'

/** Stops the log of a restored database: going on from an older tree would tell two people two histories. */
export async function stopRestoredLog(db: pg.ClientBase): Promise<void> {
  await db.query('UPDATE log_state SET stopped = $1 WHERE stopped IS NULL', [RESTORED])
}

/** Lets it go on where the journal, which keeps its newest head, is newer than the backup. */
export async function letLogGoOn(db: pg.ClientBase): Promise<void> {
  await db.query('UPDATE log_state SET stopped = NULL WHERE stopped = $1', [RESTORED])
}
