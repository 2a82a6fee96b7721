import { workingPool } from './database'

/** How often certificates were checked. */
export interface CheckCount {
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
