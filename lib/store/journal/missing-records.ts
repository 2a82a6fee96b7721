import type pg from 'pg'
import type { PlacedRecord } from './read-journal'

/** The records that the database does not hold, in their order. */
export async function findMissing(db: pg.ClientBase, placed: readonly PlacedRecord[]): Promise<PlacedRecord[]> {
  const there = new Set<number>()
  const numbered = placed.map((one, number) => ({ ...one, number }))
  const events = numbered.flatMap(({ record, number }) =>
    record.kind === 'event' ? [{ number, ...record.event }] : [],
  )
  await note(
    there,
    db,
    // The very event: another one in its place is not it.
    `SELECT w.number FROM unnest($1::int[], $2::uuid[], $3::int[], $4::text[]) AS w(number, chain_id, sequence, signature)
     JOIN events e ON e.chain_id = w.chain_id AND e.sequence = w.sequence AND e.signature = w.signature`,
    [
      events.map(({ number }) => number),
      events.map(({ chainId }) => chainId),
      events.map(({ sequence }) => sequence),
      events.map(({ signature }) => signature),
    ],
  )
  await note(
    there,
    db,
    // What the database has never heard of is 404 on every door: there is nothing that it could say wrongly. But whom it
    // does not know to be erased it would let in again.
    `SELECT w.number FROM unnest($1::int[], $2::uuid[], $3::text[], $4::text[]) AS w(number, chain_id, chain, type)
     WHERE w.chain = 'lineage' AND NOT EXISTS (SELECT 1 FROM events e WHERE e.chain_id = w.chain_id)
         AND NOT EXISTS (SELECT 1 FROM certificates c WHERE c.lineage_id = w.chain_id)
         AND (w.type <> 'erased' OR EXISTS (SELECT 1 FROM erasures x WHERE x.lineage_id = w.chain_id))
       OR w.chain = 'issuer' AND NOT EXISTS (SELECT 1 FROM issuers i WHERE i.id = w.chain_id)`,
    [
      events.map(({ number }) => number),
      events.map(({ chainId }) => chainId),
      events.map(({ chain }) => chain),
      events.map(({ type }) => type),
    ],
  )
  const changes = numbered.flatMap(({ record, number }) =>
    record.kind === 'status' ? [{ number, ...record.change }] : [],
  )
  await note(
    there,
    db,
    // A bit that is set is set, whichever entry says so.
    `SELECT w.number FROM unnest($1::int[], $2::uuid[], $3::int[]) AS w(number, list_id, status_index)
     WHERE EXISTS (SELECT 1 FROM status_changes s WHERE s.list_id = w.list_id AND s.status_index = w.status_index)
       OR NOT EXISTS (SELECT 1 FROM status_lists l WHERE l.id = w.list_id)`,
    [
      changes.map(({ number }) => number),
      changes.map(({ listId }) => listId),
      changes.map(({ statusIndex }) => statusIndex),
    ],
  )
  const keys = numbered.flatMap(({ record, number }) =>
    record.kind === 'key' ? [{ number, id: record.id, active: record.state === 'active' }] : [],
  )
  await note(
    there,
    db,
    `SELECT w.number FROM unnest($1::int[], $2::text[], $3::bool[]) AS w(number, id, active)
     JOIN (SELECT id::text, state FROM issuer_signing_keys UNION ALL SELECT id, state FROM service_keys) k
       ON k.id = w.id AND (w.active OR k.state <> 'active')`,
    [keys.map(({ number }) => number), keys.map(({ id }) => id), keys.map(({ active }) => active)],
  )
  const forgotten = numbered.flatMap(({ record, number }) =>
    record.kind === 'forgotten' ? [{ number, id: record.id }] : [],
  )
  await note(
    there,
    db,
    `SELECT w.number FROM unnest($1::int[], $2::uuid[]) AS w(number, id)
     WHERE w.id NOT IN (SELECT * FROM not_forgotten($2::uuid[]))`,
    [forgotten.map(({ number }) => number), forgotten.map(({ id }) => id)],
  )
  return placed.filter((_, number) => !there.has(number))
}

async function note(there: Set<number>, db: pg.ClientBase, sql: string, values: [unknown[], ...unknown[]]) {
  if (values[0].length === 0) return
  const { rows } = await db.query<{ number: number }>(sql, values)
  for (const { number } of rows) there.add(number)
}
