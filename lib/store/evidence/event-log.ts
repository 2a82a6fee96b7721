import type pg from 'pg'
import type { SignedEvent } from '@/lib/domain/history/event'
import { type Transaction, workingPool } from '@/lib/store/database/database'
import { requireAgreeingClocks } from '@/lib/store/database/database-clock'
import { insertGiven } from '@/lib/store/database/shape/require-written'
import { CLOCK_NOW } from '@/lib/store/database/sql-time'
import { refuseBehind } from '@/lib/store/journal/journal-watch'
import { noteEvents } from '@/lib/store/journal/pending-records'
import { noteLoggedEvents } from '@/lib/store/log/pending/note-leaves'
import { noteWatched } from '@/lib/store/watch/note-watched'
import { EVENT_JSON, type EventColumns, signedEvent } from './event-columns'

/** The end of a history and the database's time, read under the history's lock. */
export interface HistoryEnd {
  /** The entries so far, in order. */
  events: SignedEvent[]
  /** Milliseconds since 1970, cut. */
  now: number
}

/**
 * Takes the lock of a history and reads it: nobody else adds to it until the transaction ends (spec part 3).
 * @param chainId id of the lineage, issuer or key
 * @throws ServiceError `unavailable` when the database has lost entries of it that its journal knows
 */
export async function lockHistory(tx: Transaction, chainId: string): Promise<HistoryEnd> {
  const end = await lockHistoryAsItIs(tx, chainId)
  await refuseBehind(chainId, end.events)
  return end
}

/**
 * Reads a history that something is built on without adding to it.
 * @throws ServiceError `unavailable` when the database has lost entries of it that its journal knows
 */
export async function requireWholeHistory(tx: Transaction, chainId: string): Promise<void> {
  await refuseBehind(chainId, await readEntries(tx, chainId))
}

/** As `lockHistory`, also for a history that is behind its journal: for bringing it up to date. */
export async function lockHistoryAsItIs(tx: Transaction, chainId: string): Promise<HistoryEnd> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('event-chain:' || $1, 0))", [chainId])
  return { events: await readEntries(tx, chainId), now: await databaseTime(tx) }
}

/** The entries of a history, in order. */
export function readHistory(chainId: string): Promise<SignedEvent[]> {
  return readEntries(workingPool(), chainId)
}

async function readEntries(db: pg.Pool | Transaction, chainId: string): Promise<SignedEvent[]> {
  const { rows } = await db.query<{ event: EventColumns }>(
    `SELECT ${EVENT_JSON} AS event FROM events e WHERE e.chain_id = $1 ORDER BY e.sequence`,
    [chainId],
  )
  return rows.map(({ event }) => signedEvent(event))
}

/**
 * The database's clock in milliseconds since 1970, cut.
 * @throws ServiceError `unavailable` when it and this process's clock disagree: nothing is dated then
 */
export async function databaseTime(tx: Transaction): Promise<number> {
  const sentAt = Date.now()
  const { rows } = await tx.query<{ now: number }>(`SELECT ${CLOCK_NOW}::float8 AS now`)
  const now = rows[0]?.now ?? Number.NaN
  requireAgreeingClocks(now, sentAt)
  return now
}

const EVENT_TABLE = {
  table: 'events',
  columns: `chain_id, sequence, chain, type, certificate_id, at, actor, previous_hash, vc_jwt_sha256, open_badge_jsonld_sha256,
    open_badge_jwt_sha256, detail, service_key_id, signature`,
  types: 'uuid, int, event_chain, event_type, uuid, timestamptz, text, text, text, text, text, text, text, text',
}

/** Appends signed entries, to the journal too; the database refuses one without a predecessor. */
export async function insertEvents(tx: Transaction, events: readonly SignedEvent[]): Promise<void> {
  await insertJournalledEvents(tx, events)
  noteEvents(tx, events)
}

/** As `insertEvents`, for entries that came from the journal. */
export async function insertJournalledEvents(tx: Transaction, events: readonly SignedEvent[]): Promise<void> {
  const column = <T>(read: (event: SignedEvent) => T): T[] => events.map(read)
  await insertGiven(tx, EVENT_TABLE, [
    column((event) => event.chainId),
    column((event) => event.sequence),
    column((event) => event.chain),
    column((event) => event.type),
    column((event) => event.certificateId),
    column((event) => new Date(event.at).toISOString()),
    column((event) => event.actor),
    column((event) => event.previousHash),
    column((event) => event.forms?.vcJwt ?? null),
    column((event) => event.forms?.openBadgeJsonld ?? null),
    column((event) => event.forms?.openBadgeJwt ?? null),
    column((event) => event.detail),
    column((event) => event.serviceKeyId),
    column((event) => event.signature),
  ])
  await noteLoggedEvents(tx, events)
  await noteWatched(tx, events)
}
