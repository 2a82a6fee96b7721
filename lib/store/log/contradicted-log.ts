import type pg from 'pg'

/** What a witness showed under a key of this log: the database, its journal and the log's files are older than what was published. */
export const LATER = 'A witness has confirmed a later tree of this log.'
export const OTHER = 'A witness has confirmed another tree of this size.'
export const EARLIER = 'A witness has confirmed a tree that this log does not begin with.'

const CONTRADICTIONS: readonly (string | null)[] = [LATER, OTHER, EARLIER]

/** Whether a log stopped for such a tree: any certificate may have been withdrawn in it, and nothing here tells which. */
export const isOfWitness = (stopped: string | null): boolean => CONTRADICTIONS.includes(stopped)

/**
 * The same of the log of this service.
 * @throws the driver's error
 */
export async function isContradicted(db: pg.ClientBase): Promise<boolean> {
  const { rows } = await db.query<{ stopped: string | null }>('SELECT stopped FROM log_state')
  return rows.some(({ stopped }) => isOfWitness(stopped))
}
