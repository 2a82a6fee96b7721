import { workingPool } from './database'

/** Runs work while no other process runs under the same name; waits for its turn. */
export async function withAdvisoryLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const session = await workingPool().connect()
  let broken: Error | undefined
  try {
    await session.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [name])
    return await work()
  } finally {
    await session.query('SELECT pg_advisory_unlock_all()').catch((error: Error) => (broken = error))
    session.release(broken)
  }
}
