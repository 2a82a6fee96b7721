import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { formatVkey } from '@/lib/crypto/tlog/note-key'
import { EMPTY_ROOT } from '@/lib/crypto/tlog/tree-hash'
import type { SignedEvent } from '@/lib/domain/history/event'
import { publicLeafBytes } from '@/lib/domain/log/public-leaf'
import { EVENT_JSON, type EventColumns, signedEvent } from '@/lib/store/evidence/event-columns'
import { insertSealed, updateSealed } from '@/lib/store/keys/sealed-rows'
import { findLogKeys, insertLogKey, makeLogKey, noteKeyOf, openVrfKey, requireWitnessKey } from './keys/log-keys'
import { chainLeaves, findStatusChanges, findTouches, touchLeaves } from './pending/event-leaves'
import { genuineOf, genuineSignatures, isSignedEntry } from './pending/genuine-rows'
import { insertPendingLeaves } from './pending/pending-leaf'
import { issuerKeyLeaves, issuerLeaves, logKeyLeaf, serviceKeyLeaves } from './pending/row-leaves'

/** Where a page of events begins, and of which histories it is. */
export interface EventCursor {
  chains: 'lineage' | 'others'
  chainId: string
  sequence: number
}

const NONE = '00000000-0000-0000-0000-000000000000'

/** Before the first event of these histories. */
export function firstCursor(chains: EventCursor['chains']): EventCursor {
  return { chains, chainId: NONE, sequence: 0 }
}

/**
 * Makes a log: its keys, and the leaf that it begins with.
 * @param origin that it has for ever
 * @param at database time, milliseconds since 1970
 */
export async function beginLog(tx: pg.ClientBase, origin: string, at: number): Promise<void> {
  const own = makeLogKey('log', origin, at)
  const { row: witness } = await requireWitnessKey(tx, origin.replace(/\/log$/, '/witness'), at)
  const vrf = makeLogKey('vrf', origin, at)
  for (const key of [own, vrf]) await insertLogKey(tx, key)
  const none = { size: 0n, root: Uint8Array.from(EMPTY_ROOT) }
  await insertSealed(tx, 'log_state', [
    { id: 1, origin, ...none, publishedSize: none.size, publishedRoot: none.root, intakeEnded: false },
  ])
  const fields = { at, origin, vkey: formatVkey(noteKeyOf(own)), vrf_key: vrf.publicKey }
  const begin = publicLeafBytes({ kind: 'log-begin/v1', fields })
  await insertPendingLeaves(tx, [
    { kind: 'begin', subject: own.id, place: 1, part: 0, leaf: begin, salt: null },
    logKeyLeaf(own, formatVkey(noteKeyOf(own)), at),
    logKeyLeaf(witness, formatVkey(noteKeyOf(witness)), at),
  ])
}

/** Writes the leaves of every issuer and every key that the log lacks. */
export async function takeInPublic(tx: pg.ClientBase, at: number): Promise<void> {
  await insertPendingLeaves(tx, [
    ...(await serviceKeyLeaves(tx, null, at)),
    ...(await issuerLeaves(tx, null, at)),
    ...(await issuerKeyLeaves(tx, null, at)),
  ])
}

/**
 * Writes the leaves of the next events that the log lacks, and that the service signed.
 * @param most how many events are looked for
 * @returns how many were found, and where the next page begins; null where there is none
 */
export async function takeInEvents(
  tx: pg.ClientBase,
  cursor: EventCursor,
  most: number,
): Promise<{ found: number; next: EventCursor | null }> {
  const found = await findUnlogged(tx, cursor, most)
  const signatures = await genuineSignatures(tx)
  const events = genuineOf(found, 'entries of histories', (event) => isSignedEntry(event, signatures))
  const touches = await findTouches(tx, events)
  const changes = await findStatusChanges(
    tx,
    touches.map(({ certificate }) => certificate),
  )
  const vrfKey = touches.length > 0 ? await openVrfKey(await findLogKeys(tx)) : Buffer.alloc(0)
  await insertPendingLeaves(tx, [...chainLeaves(events), ...(await touchLeaves(touches, changes, vrfKey))])
  const last = found.at(-1)
  const next = last && found.length === most ? { ...cursor, chainId: last.chainId, sequence: last.sequence } : null
  return { found: events.length, next }
}

/**
 * Of an erased lineage, whose serials are gone, nothing is looked for: nobody could ask for it. Whatever the tables hold,
 * each page is a walk along the index of the events.
 */
async function findUnlogged(tx: pg.ClientBase, cursor: EventCursor, most: number): Promise<SignedEvent[]> {
  const { rows } = await tx.query<{ event: EventColumns }>(
    `SELECT ${EVENT_JSON} AS event FROM events e
     WHERE (e.chain_id, e.sequence) > ($1::uuid, $2::int) AND (e.chain = 'lineage') = $3
       AND NOT EXISTS (SELECT 1 FROM log_leaves l
         WHERE l.subject = e.chain_id AND l.kind = 'event' AND l.place = e.sequence)
       AND NOT EXISTS (SELECT 1 FROM log_pending p
         WHERE p.subject = e.chain_id AND p.kind = 'event' AND p.place = e.sequence AND p.set_aside_at IS NULL)
       AND (e.chain <> 'lineage' OR EXISTS (SELECT 1 FROM certificates c WHERE c.lineage_id = e.chain_id))
     ORDER BY e.chain_id, e.sequence LIMIT $4`,
    [cursor.chainId, cursor.sequence, cursor.chains === 'lineage', most],
  )
  return rows.map(({ event }) => signedEvent(event))
}

/**
 * Keeps everybody from committing what has leaves, until the transaction ends: whoever is changing something is waited for,
 * and what comes later writes its leaves itself. Checks go on.
 */
export async function holdChanges(tx: pg.ClientBase): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('log-intake', 0))")
}

/** Writes the leaf that ends the intake; from its commit on, every change has its own leaves. */
export async function endIntake(tx: pg.ClientBase, at: number): Promise<void> {
  const fields = { at, notice: 'intake-end' as const, from: null, to: null }
  const leaf = publicLeafBytes({ kind: 'log-notice/v1', fields })
  await insertPendingLeaves(tx, [{ kind: 'notice', subject: randomUUID(), place: 1, part: 0, leaf, salt: null }])
  await updateSealed(tx, 'log_state', 'true', [], { intakeEnded: true, intakeEndedAt: new Date(at) })
}

/** How many leaves wait for their places. */
export async function countPending(db: pg.ClientBase | pg.Pool): Promise<number> {
  const { rows } = await db.query<{ waiting: number }>(
    'SELECT count(*)::float8 AS waiting FROM log_pending WHERE set_aside_at IS NULL',
  )
  return rows[0]?.waiting ?? 0
}
