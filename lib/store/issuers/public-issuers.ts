import type pg from 'pg'
import type { Evidence } from '@/lib/domain/history/evidence'
import { workingPool } from '@/lib/store/database/database'
import { readOnServingPool } from '@/lib/store/database/on-serving-pool'
import type { EvidenceColumns } from '@/lib/store/evidence/evidence-rows'
import { STANDING_EVIDENCE_SQL } from '@/lib/store/evidence/evidence-sql'
import { besideJournal } from '@/lib/store/evidence/read-evidence'

/** When an issuer was added, and when its domain came to count. */
interface StoredIssuerDetails {
  createdAt: Date
  assuredAt: Date | null
}

/** The issuer that a slug leads to, and the slug that it has now; null where no issuer has or had it. */
export async function findSlug(slug: string): Promise<{ issuerId: string; current: string } | null> {
  const { rows } = await readOnServingPool((pool) =>
    pool.query<{ issuerId: string; current: string }>(
      `SELECT c.issuer_id AS "issuerId", c.slug AS current FROM issuer_slugs s
       JOIN issuer_slugs c ON c.issuer_id = s.issuer_id AND c.current WHERE s.slug = $1`,
      [slug],
    ),
  )
  return rows[0] ?? null
}

/** The rows of issuers with their histories, and the service's keys, in one statement. */
export function readStandingEvidence(issuerIds: readonly string[]): Promise<Evidence> {
  return readOnServingPool((pool) => readStandingEvidenceOn(pool, issuerIds))
}

/** As `readStandingEvidence`, on a connection of the caller's, such as one that holds locks. */
export function readStandingEvidenceOn(db: pg.Pool | pg.PoolClient, issuerIds: readonly string[]): Promise<Evidence> {
  return besideJournal(() =>
    db.query<EvidenceColumns>({
      name: 'read-standing-evidence',
      text: STANDING_EVIDENCE_SQL,
      values: [issuerIds],
      rowMode: 'array',
    }),
  )
}

/** When an issuer was added, and when its domain came to count. */
export async function readIssuerDetails(issuerId: string): Promise<StoredIssuerDetails | null> {
  const { rows } = await readOnServingPool((pool) =>
    pool.query<StoredIssuerDetails>(
      `SELECT created_at AS "createdAt", assured_at AS "assuredAt" FROM issuers WHERE id = $1`,
      [issuerId],
    ),
  )
  return rows[0] ?? null
}

/** More than these are counted on the pool for long work. */
const FEW = 10_000
const ISSUED = `SELECT 1 FROM certificates WHERE issuer_id = $1 AND status IN ('issued', 'withdrawn')`

/**
 * How many certificates an issuer has issued, each counted once however often it was corrected. Visitors wait for few of them where
 * checks do, so that they hold up no work at the desk; of a million on a busy machine that could outlast what a check may wait for.
 */
export async function countIssued(issuerId: string): Promise<number> {
  const few = await readOnServingPool((pool) => countRows(pool, `${ISSUED} LIMIT ${FEW + 1}`, issuerId))
  return few > FEW ? countRows(workingPool(), ISSUED, issuerId) : few
}

async function countRows(db: pg.Pool, rowsSql: string, issuerId: string): Promise<number> {
  const { rows } = await db.query<{ count: string }>(`SELECT count(*) FROM (${rowsSql}) AS issued`, [issuerId])
  return Number(rows[0]?.count ?? 0)
}
