import type pg from 'pg'
import type { Evidence } from '@/lib/domain/history/evidence'
import { readOnServingPool } from '@/lib/store/database/on-serving-pool'
import type { EvidenceColumns } from './evidence-rows'
import { KEY_EVIDENCE_SQL } from './evidence-sql'
import { besideJournal } from './read-evidence'

/**
 * Reads an issuer's keys with their histories, and the service's keys, in one query.
 * @param issuerId a UUID; null for the service's keys alone
 */
export async function readKeyEvidence(issuerId: string | null): Promise<Evidence> {
  return readOnServingPool((pool) => readKeyEvidenceOn(pool, issuerId))
}

/** As `readKeyEvidence`, on a connection of the caller's, such as one that holds locks. */
export async function readKeyEvidenceOn(db: pg.Pool | pg.PoolClient, issuerId: string | null): Promise<Evidence> {
  return besideJournal(() =>
    db.query<EvidenceColumns>({
      name: 'read-key-evidence',
      text: KEY_EVIDENCE_SQL,
      values: [issuerId],
      rowMode: 'array',
    }),
  )
}
