import type { SignedEvent } from '@/lib/domain/history/event'
import { workingPool } from '@/lib/store/database/database'
import { EVENT_JSON, type EventColumns, signedEvent } from '@/lib/store/evidence/event-columns'
import type { Querying } from '@/lib/store/keys/sealed-rows'

/**
 * The entries by which lineages were erased, as they stand: nobody has checked their signatures.
 * @param lineageIds null for all
 */
export async function findErasedEntries(
  lineageIds: readonly string[] | null,
  db: Querying = workingPool(),
): Promise<SignedEvent[]> {
  const { rows } = await db.query<{ event: EventColumns }>(
    `SELECT ${EVENT_JSON} AS event FROM events e
     WHERE e.type = 'erased' AND e.chain = 'lineage' AND ($1::uuid[] IS NULL OR e.chain_id = ANY($1))`,
    [lineageIds],
  )
  return rows.map(({ event }) => signedEvent(event))
}

/** Those of the lineages of which the database has neither an entry nor a certificate. */
export async function findUnknownLineages(lineageIds: readonly string[]): Promise<string[]> {
  const { rows } = await workingPool().query<{ lineageId: string }>(
    `SELECT w.id AS "lineageId" FROM unnest($1::uuid[]) AS w(id)
     WHERE NOT EXISTS (SELECT FROM events e WHERE e.chain_id = w.id)
       AND NOT EXISTS (SELECT FROM certificates c WHERE c.lineage_id = w.id)`,
    [lineageIds],
  )
  return rows.map(({ lineageId }) => lineageId)
}
