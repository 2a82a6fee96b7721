import { randomBytes, randomUUID } from 'node:crypto'
import { STATUS_LIST_LENGTH, statusIndexes } from '@/lib/domain/certificate/status-index'
import { workingPool } from '@/lib/store/database/database'

/** An entry of a status list, which is given to one certificate only. */
export interface StatusListEntry {
  statusListId: string
  statusIndex: number
}

/**
 * Takes entries of an issuer's status lists, opening a new list when one is full. Committed at once: what is signed with
 * an entry and then not stored leaves the entry unused, and no two processes ever get the same.
 * @param count how many, at least 1
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

async function takeFromOpenList(issuerId: string, count: number): Promise<StatusListEntry[] | null> {
  // The old `used` is read under the row's lock, so that each process takes its own stretch of positions.
  const { rows } = await workingPool().query<{ id: string; seed: string; first: number; used: number }>(
    `WITH open AS (
       SELECT id, used FROM status_lists WHERE issuer_id = $1 AND used < length FOR UPDATE
     )
     UPDATE status_lists s SET used = least(s.length, s.used + $2) FROM open WHERE s.id = open.id
     RETURNING s.id, s.seed, open.used AS first, s.used`,
    [issuerId, count],
  )
  const list = rows[0]
  if (!list) return null
  const indexAt = statusIndexes(list.seed)
  return Array.from({ length: list.used - list.first }, (_, offset) => ({
    statusListId: list.id,
    statusIndex: indexAt(list.first + offset),
  }))
}

async function openList(issuerId: string): Promise<void> {
  await workingPool().query(
    `INSERT INTO status_lists (id, issuer_id, length, seed) VALUES ($1, $2, $3, $4)
     ON CONFLICT (issuer_id) WHERE used < length DO NOTHING`,
    [randomUUID(), issuerId, STATUS_LIST_LENGTH, randomBytes(16).toString('base64url')],
  )
}
