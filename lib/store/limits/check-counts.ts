import { workingPool } from '@/lib/store/database/database'
import { readOnServingPool } from '@/lib/store/database/on-serving-pool'

/** The number of checks of certificates. */
interface CheckCount {
  checkCount: number
  /** Milliseconds since 1970, or null when never. */
  lastCheckedAt: number | null
}

/** The completed public checks of a whole lineage, summed. */
export async function sumLineageChecks(lineageId: string): Promise<CheckCount> {
  const { rows } = await workingPool().query<{ count: number; last: number | null }>(
    `SELECT coalesce(sum(k.checks), 0)::float8 AS count, floor(extract(epoch FROM max(k.last_at)) * 1000)::float8 AS last
     FROM certificates c JOIN certificate_checks k ON k.certificate_id = c.id WHERE c.lineage_id = $1`,
    [lineageId],
  )
  return { checkCount: rows[0]?.count ?? 0, lastCheckedAt: rows[0]?.last ?? null }
}

/** How often a certificate was checked on one UTC day. */
interface CheckDay {
  /** Such as `2026-11-21`. */
  day: string
  checks: number
}

/** The last 90 days on which any certificate of a lineage was checked, oldest first. */
export async function findCheckDays(lineageId: string): Promise<CheckDay[]> {
  const { rows } = await readOnServingPool((pool) =>
    pool.query<CheckDay>(
      `SELECT to_char(k.day, 'YYYY-MM-DD') AS day, sum(k.checks)::float8 AS checks
       FROM certificates c JOIN certificate_checks k ON k.certificate_id = c.id
       WHERE c.lineage_id = $1 GROUP BY k.day ORDER BY k.day DESC LIMIT 90`,
      [lineageId],
    ),
  )
  return rows.reverse()
}
