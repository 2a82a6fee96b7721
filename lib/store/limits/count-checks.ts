import type { Deadline } from '@/lib/store/database/deadline'
import { Gatherer } from '@/lib/store/database/gatherer'
import { isConnectionLost, onServingPool } from '@/lib/store/database/on-serving-pool'

/** A certificate that is being erased keeps nobody else's check waiting: it is left out. */
const COUNT_SQL = `
INSERT INTO certificate_checks AS c (certificate_id, day, checks, last_at)
SELECT t.id, (clock_timestamp() AT TIME ZONE 'UTC')::date, t.checks, date_trunc('milliseconds', clock_timestamp())
FROM hold_countable($1::uuid[]) AS held(id) JOIN unnest($1::uuid[], $2::bigint[]) AS t(id, checks) USING (id) ORDER BY t.id
ON CONFLICT (certificate_id, day) DO UPDATE
SET checks = c.checks + excluded.checks, last_at = greatest(c.last_at, excluded.last_at)
RETURNING certificate_id AS id`

/** It is unknown whether the checks were counted: the answers must not be given, and the count not repeated. */
class CountUnknownError extends Error {
  override name = 'CountUnknownError'
}

/**
 * Adds a batch of checks in one statement, sorted: unsorted batches of several processes deadlock.
 * @param certificateIds one entry a check; a certificate may stand in it many times
 * @returns of each whether it was counted: one of a certificate that is erased, or just being erased, was not
 */
async function writeCounts(certificateIds: string[]): Promise<boolean[]> {
  const counts = new Map<string, number>()
  for (const id of certificateIds) counts.set(id, (counts.get(id) ?? 0) + 1)
  const ids = [...counts.keys()].sort()
  const query = { name: 'count-checks', text: COUNT_SQL, values: [ids, ids.map((id) => counts.get(id))] }
  try {
    const { rows } = await onServingPool((pool) => pool.query<{ id: string }>(query))
    const counted = new Set(rows.map(({ id }) => id))
    return certificateIds.map((id) => counted.has(id))
  } catch (error) {
    // A lost connection says nothing about the others: whether the database is out of reach is for the next read.
    throw isConnectionLost(error) ? new CountUnknownError('the count was not confirmed', { cause: error }) : error
  }
}

const holder = globalThis as typeof globalThis & { certificateServiceCounter?: Gatherer<string, boolean> }

/**
 * Counts one completed public check; resolves when it is committed (spec part 3, "Check count"). Concurrent
 * ones are gathered into one statement, so that a check costs no round trip of its own.
 * @param deadline of the request: once it has passed a check that still waits is not counted
 * @throws Error when the commit's result is unknown, or the certificate is being erased: the answer must then not be given
 */
export async function countCheck(certificateId: string, deadline?: Deadline): Promise<void> {
  holder.certificateServiceCounter ??= new Gatherer(writeCounts, { maxInFlight: 1, maxBatch: 2000 })
  const isCounted = await holder.certificateServiceCounter.add(certificateId, deadline)
  if (!isCounted) throw new Error('a check of a certificate that is being erased is not counted')
}
