import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { statusChangeBytes, statusChangeHash } from '@/lib/domain/certificate/status-change'
import { STATUS_LIST_LENGTH, statusIndexes } from '@/lib/domain/certificate/status-index'
import { log } from '@/lib/log'
import { type Transaction, workingPool } from '@/lib/store/database/database'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { findServiceKeys } from '@/lib/store/keys/service-keys'
import { missingLeavesOf } from '@/lib/store/log/complete-log'
import { findLastStatusChange } from './status-changes'
import { trustedSignatures } from './trusted-signatures'

/** How often a list is opened where none has room. */
const MOST_OPENED = 10

/** An entry of a status list, which is given to one certificate only. */
export interface StatusListEntry {
  statusListId: string
  statusIndex: number
}

/**
 * Takes entries of an issuer's status lists, opening a new list when one is full. Committed at once: what is signed with
 * an entry and then not stored leaves the entry unused, and no two processes ever get the same. An entry that is set already, as
 * that of an erased certificate, or that a certificate has, as a correction that a replay brought back, is given to nobody,
 * whatever the database says of how many are used. A list in which nothing could be withdrawn any more, since somebody else made it or
 * added to it, is closed, and the next one opened (docs/decisions/0157); so is one that may have given entries to certificates which
 * the public log knows and this database lost.
 * @param count how many, at least 1
 */
export async function takeStatusEntries(issuerId: string, count: number): Promise<StatusListEntry[]> {
  const entries: StatusListEntry[] = []
  let opened = 0
  let own: string | null = null
  while (entries.length < count) {
    const taken = await takeFromOpenList(issuerId, count - entries.length, own)
    opened = taken === null ? opened + 1 : 0
    // Somebody else may fill a list that was just opened, but not one after the other.
    if (opened > MOST_OPENED)
      throw new Error('no entry can be taken of a status list: a rule or a trigger is at status_lists')
    if (taken === null) own = await openList(issuerId)
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

/** @param own the list that was just opened for this, if one was */
async function takeFromOpenList(
  issuerId: string,
  count: number,
  own: string | null,
): Promise<StatusListEntry[] | null> {
  // The old `used` is read under the row's lock, so that each process takes its own stretch of positions.
  const { rows } = await workingPool().query<OpenList>(
    `WITH open AS (
       SELECT id, used FROM status_lists WHERE issuer_id = $1 AND used < length FOR UPDATE
     )
     UPDATE status_lists s SET used = least(s.length, s.used + $2) FROM open WHERE s.id = open.id
     RETURNING s.id, s.length, s.seed, open.used AS first, s.used, s.created_at AS "openedAt"`,
    [issuerId, count],
  )
  const list = rows[0]
  if (!list) return null
  const isOurs = await isOwn(list)
  if (!isOurs || (list.id !== own && mayRepeat(list, issuerId))) {
    if (isOurs)
      log.warn({ list: list.id }, 'a status list is closed: certificates that are lost here have entries of it')
    else log.error({ list: list.id }, 'the open status list of an issuer is not as this service made it: it is closed')
    await workingPool().query('UPDATE status_lists SET used = length WHERE id = $1 AND used < length', [list.id])
    return []
  }
  const indexAt = statusIndexes(list.seed)
  const indexes = Array.from({ length: list.used - list.first }, (_, offset) => indexAt(list.first + offset))
  const given = await findGivenIndexes(list.id, indexes)
  return indexes.flatMap((statusIndex) => (given.has(statusIndex) ? [] : { statusListId: list.id, statusIndex }))
}

interface OpenList {
  id: string
  length: number
  seed: string
  first: number
  used: number
  openedAt: Date
}

/**
 * Whether a list may have given its next entries before, to what a restore or a fail-over lost: of two certificates with one entry
 * each would end with the other. Also one that gave nothing, as far as this database knows: its opening alone may have reached a
 * standby. A leaf says only the second in which it was written, which may be that in which the list was opened.
 */
function mayRepeat({ openedAt }: OpenList, issuerId: string): boolean {
  return missingLeavesOf(issuerId).some(({ at }) => at + 1000 > openedAt.getTime())
}

/** Whether entries of a list can be withdrawn. One whose last entry was signed with a key that is not here may well be ours. */
async function isOwn({ id, length, first }: OpenList): Promise<boolean> {
  if (length !== STATUS_LIST_LENGTH || first < 0) return false
  const last = await findLastStatusChange(workingPool(), id)
  if (!last) return true
  const signatures = trustedSignatures(await findServiceKeys(workingPool()), keyEncryptionKey())
  return signatures.event(last, statusChangeBytes(last), statusChangeHash(last)) !== 'failed'
}

async function findGivenIndexes(listId: string, indexes: readonly number[]): Promise<Set<number>> {
  const { rows } = await workingPool().query<{ index: number }>(
    `SELECT status_index AS index FROM status_changes WHERE list_id = $1 AND status_index = ANY($2::int[])
     UNION ALL SELECT status_index FROM certificates WHERE status_list_id = $1 AND status_index = ANY($2::int[])`,
    [listId, indexes],
  )
  return new Set(rows.map(({ index }) => index))
}

/** @returns the id of the list; null where somebody else opened one meanwhile */
async function openList(issuerId: string): Promise<string | null> {
  const { rows } = await workingPool().query<{ id: string }>(
    `INSERT INTO status_lists (id, issuer_id, length, seed) VALUES ($1, $2, $3, $4)
     ON CONFLICT (issuer_id) WHERE used < length DO NOTHING RETURNING id`,
    [randomUUID(), issuerId, STATUS_LIST_LENGTH, newSeed()],
  )
  return rows[0]?.id ?? null
}

const newSeed = () => randomBytes(16).toString('base64url')
