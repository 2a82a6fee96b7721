import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { workingPool } from '@/lib/store/database/database'
import { logFolder } from '@/lib/store/log/open-log-store'

/** Bytes of the log's table with its indexes, and of its bundles and tiles without the partial ones. */
export async function logSizes(): Promise<{ table: number; files: number }> {
  const { rows } = await workingPool().query<{ bytes: number }>(
    "SELECT pg_total_relation_size('log_leaves')::float8 AS bytes",
  )
  const folder = logFolder() ?? ''
  const names = await readdir(join(folder, 'tile'), { recursive: true })
  let files = 0
  for (const name of names.filter((one) => !one.includes('.p'))) {
    const found = await stat(join(folder, 'tile', name))
    if (found.isFile()) files += found.size
  }
  return { table: rows[0]?.bytes ?? 0, files }
}
