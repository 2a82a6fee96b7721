import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { STATUS_LIST_LENGTH, statusIndexes } from '@/lib/domain/certificate/status-index'
import { undetermined } from '@/lib/errors'
import { type Transaction, workingPool } from '@/lib/store/database/database'

/** An entry of a status list, which is given to one certificate only. */
export interface StatusListEntry {
  statusListId: string
  statusIndex: number
}

/**
 * Takes entries of an issuer's status lists, opening a new list when one is full. Committed at once: what is signed with
 * an entry and then not stored leaves the entry unused, and no two processes ever get the same. An entry that is set already, as
 * that of an erased certificate, or that a certificate has, as a correction that a replay brought back, is given to nobody,
 * whatever the database says of how many are used.
 * @param count how many, at least 1
 * @throws ServiceError `unavailable` when the open list does not have the length of a list
 */
export async function takeStatusEntries(issuerId: string, count: number): Promise<StatusListEntry[]> {
  const entries: StatusListEntry[] = []
  while (entries.length < count) {
    const taken = await takeFromOpenList(issuerId, count - entries.length)
    if (taken === null) await openList(issuerId)
    else entries.push(...taken)
  }
  return entries
}

/**
 * Makes a list that a restored database does not know, as a full one: which of its entries were given out, nobody knows any more.
 * The seed says nothing then.
 */
export async function insertLostList(
  tx: Transaction,
  { id, issuerId }: { id: string; issuerId: string },
): Promise<void> {
  await tx.query(
    'INSERT INTO status_lists (id, issuer_id, length, used, seed) VALUES ($1, $2, $3, $3, $4) ON CONFLICT (id) DO NOTHING',
    [id, issuerId, STATUS_LIST_LENGTH, newSeed()],
  )
}

/** The ids of all status lists. */
export async function findStatusListIds(db: pg.Pool | Transaction = workingPool()): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>('SELECT id FROM status_lists ORDER BY id')
  return rows.map(({ id }) => id)
}

async function takeFromOpenList(issuerId: string, count: number): Promise<StatusListEntry[] | null> {
  // The old `used` is read under the row's lock, so that each process takes its own stretch of positions.
  const { rows } = await workingPool().query<{ id: string; length: number; seed: string; first: number; used: number }>(
    `WITH open AS (
       SELECT id, used FROM status_lists WHERE issuer_id = $1 AND used < length FOR UPDATE
     )
     UPDATE status_lists s SET used = least(s.length, s.used + $2) FROM open WHERE s.id = open.id
     RETURNING s.id, s.length, s.seed, open.used AS first, s.used`,
    [issuerId, count],
  )
  const list = rows[0]
  if (!list) return null
  if (list.length !== STATUS_LIST_LENGTH) throw undetermined(`the status list ${list.id} has another length`)
  const indexAt = statusIndexes(list.seed)
  const indexes = Array.from({ length: list.used - list.first }, (_, offset) => indexAt(list.first + offset))
  const given = await findGivenIndexes(list.id, indexes)
  return indexes.flatMap((statusIndex) => (given.has(statusIndex) ? [] : { statusListId: list.id, statusIndex }))
}

async function findGivenIndexes(listId: string, indexes: readonly number[]): Promise<Set<number>> {
  const { rows } = await workingPool().query<{ index: number }>(
    `SELECT status_index AS index FROM status_changes WHERE list_id = $1 AND status_index = ANY($2::int[])
     UNION ALL SELECT status_index FROM certificates WHERE status_list_id = $1 AND status_index = ANY($2::int[])`,
    [listId, indexes],
  )
  return new Set(rows.map(({ index }) => index))
}

async function openList(issuerId: string): Promise<void> {
  await workingPool().query(
    `INSERT INTO status_lists (id, issuer_id, length, seed) VALUES ($1, $2, $3, $4)
     ON CONFLICT (issuer_id) WHERE used < length DO NOTHING`,
    [randomUUID(), issuerId, STATUS_LIST_LENGTH, newSeed()],
  )
}

const newSeed = () => randomBytes(16).toString('base64url')
