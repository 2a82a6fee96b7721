import { type Transaction, workingPool } from '@/lib/store/database/database'
import type { Querying } from '@/lib/store/keys/sealed-rows'

/** The record of an erasure, without anything that names the person. */
interface Erasure {
  lineageId: string
  /** Null where a replay brought it and the database does not know the issuer. */
  issuerId: string | null
  /** Milliseconds since 1970. */
  at: number
  actor: string
  reason: string
  certificates: number
  /** Files that are still to be deleted. */
  pending: string[]
  /** It came from the journal: it was done once before. */
  replayed: boolean
}

/** An erasure that is not complete, and the files that are still to be deleted. */
export type UnfinishedErasure = Pick<Erasure, 'lineageId' | 'pending' | 'replayed'>

/**
 * Keeps that a lineage was erased, and what is still to be done. A row that is there already somebody else wrote: it goes, so
 * that it neither keeps the person from being erased nor has other files deleted.
 */
export async function insertErasure(tx: Transaction, erasure: Erasure): Promise<void> {
  const { lineageId, issuerId, at, actor, reason, certificates, pending, replayed } = erasure
  await tx.query('DELETE FROM erased_marks WHERE lineage_id = $1', [lineageId])
  await tx.query('DELETE FROM erasures WHERE lineage_id = $1', [lineageId])
  await tx.query(
    `INSERT INTO erasures (lineage_id, issuer_id, at, actor, reason, certificates, pending, replayed)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [lineageId, issuerId, new Date(at).toISOString(), actor, reason, certificates, pending, replayed],
  )
}

/** The erasures of which something is still to be done, the oldest first; of one lineage, or all. */
export async function findUnfinished(lineageId: string | null = null): Promise<UnfinishedErasure[]> {
  const { rows } = await workingPool().query<UnfinishedErasure>(
    `SELECT lineage_id AS "lineageId", pending, coalesce(replayed, false) AS replayed FROM erasures
     WHERE finished_at IS NULL AND ($1::uuid IS NULL OR lineage_id = $1) ORDER BY at`,
    [lineageId],
  )
  return rows
}

/** The lineages that were erased within so many days, or ever. */
export async function findErasedLineages(days: number | null): Promise<string[]> {
  const { rows } = await workingPool().query<{ lineageId: string }>(
    `SELECT lineage_id AS "lineageId" FROM erasures
     WHERE $1::int IS NULL OR at > statement_timestamp() - make_interval(days => $1::int)`,
    [days],
  )
  return rows.map(({ lineageId }) => lineageId)
}

/** How many erasures of an issuer there were. */
export async function countErasuresOf(issuerId: string, db: Querying = workingPool()): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM erasures WHERE issuer_id = $1',
    [issuerId],
  )
  return rows[0]?.count ?? 0
}

/** What was erased with a lineage. */
export async function countErased(lineageId: string): Promise<number> {
  const { rows } = await workingPool().query<{ certificates: number }>(
    'SELECT certificates FROM erasures WHERE lineage_id = $1',
    [lineageId],
  )
  return rows[0]?.certificates ?? 0
}

/** Those of the files that nothing else needs. */
export async function findUnshared(files: readonly string[], db: Querying = workingPool()): Promise<string[]> {
  const { rows } = await db.query<{ file: string }>(
    `SELECT file FROM unnest($1::text[]) AS file
     WHERE NOT EXISTS (SELECT 1 FROM artifacts a WHERE a.sha256 = file)
       AND NOT EXISTS (SELECT 1 FROM badge_images b WHERE b.sha256 = file)
       AND NOT EXISTS (SELECT 1 FROM design_pictures d WHERE d.sha256 = file AND d.erased_at IS NULL)`,
    [files],
  )
  return rows.map(({ file }) => file)
}

/** Notes that a file is deleted, or needed by something else. */
export async function settleFile(lineageId: string, file: string): Promise<void> {
  await workingPool().query('UPDATE erasures SET pending = array_remove(pending, $2) WHERE lineage_id = $1', [
    lineageId,
    file,
  ])
}

/** Notes that nothing is left to do: of an erasure that waits for no file. */
export async function finishErasure(lineageId: string): Promise<void> {
  await workingPool().query(
    "UPDATE erasures SET finished_at = clock_timestamp() WHERE lineage_id = $1 AND pending = '{}'",
    [lineageId],
  )
}
