import { workingPool } from '@/lib/store/database/database'
import { parentOf } from './process-figures'

/** The process that all of PostgreSQL's others come from. */
export async function findPostmaster(): Promise<number> {
  const { rows } = await workingPool().query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return parentOf(rows[0]?.pid ?? 0)
}
