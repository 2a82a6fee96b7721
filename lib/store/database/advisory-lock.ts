import { withOwnConnection } from './own-connection'

/**
 * Runs work while no other process runs under the same name; waits for its turn. The lock has a connection of its own: the
 * work asks the pools for theirs, and whoever waits keeps nobody's.
 */
export async function withAdvisoryLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  return withOwnConnection(async (db) => {
    // Ends with the connection.
    await db.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [name])
    return work()
  })
}
