import type pg from 'pg'
import type { SignedEvent } from '@/lib/domain/history/event'
import { CLOCK_NOW } from '@/lib/store/database/sql-time'
import { seePending } from '@/lib/store/journal/pending-records'
import { isLogComplete } from '@/lib/store/log/complete-log'
import { findLogKeys, openVrfKey } from '@/lib/store/log/keys/log-keys'
import { readLogState } from '@/lib/store/log/log-state'
import { chainLeaves, findTouches, type FoundTouch, touchLeaves } from './event-leaves'
import { insertPendingLeaves, type LeafSubject } from './pending-leaf'
import { issuerKeyLeaves, issuerLeaves, serviceKeyLeaves } from './row-leaves'

/** What a transaction did so far that has leaves. */
interface NotedChanges {
  touches: FoundTouch[]
  chainEvents: SignedEvent[]
  issuers: Set<string>
}

const noted = new WeakMap<object, NotedChanges>()

function of(tx: object): NotedChanges {
  const found = noted.get(tx)
  if (found) return found
  const made: NotedChanges = { touches: [], chainEvents: [], issuers: new Set() }
  noted.set(tx, made)
  return made
}

/**
 * Notes events for the log, where there is one; done by the one function that stores events. What they touch is looked up
 * now: an erasure takes the serials away before its transaction ends.
 */
export async function noteLoggedEvents(tx: pg.ClientBase, events: readonly SignedEvent[]): Promise<void> {
  if (!(await isComplete(tx))) return
  of(tx).touches.push(...(await findTouches(tx, events)))
  of(tx).chainEvents.push(...events.filter(({ chain }) => chain !== 'lineage'))
}

/** Notes that what an issuer's row says was changed. */
export function noteIssuerChange(tx: object, issuerId: string): void {
  of(tx).issuers.add(issuerId)
}

/**
 * Asked under a lock that the end of the intake waits for: the answer stays right until the transaction ends. Of a state that
 * somebody else wrote, or took away, nothing is believed, and leaves are written: one that was taken in already is not written again.
 */
async function isComplete(tx: pg.ClientBase): Promise<boolean> {
  await tx.query("SELECT pg_advisory_xact_lock_shared(hashtextextended('log-intake', 0))")
  const state = await readLogState(tx)
  return state === null ? isLogComplete() : state.intakeEnded || !state.isSealed
}

/**
 * Ends a transaction's work: what it did gets its leaves in the same commit (spec part 18, section 3). Until all that was
 * there before the log is in it, the intake finds everything, and nothing is written here.
 * @returns the last leaf that was written; null where there was none to write
 * @throws ServiceError `unavailable` when the log's keys cannot be opened
 */
export async function enterLog(tx: pg.ClientBase): Promise<LeafSubject | null> {
  const { touches, chainEvents, issuers } = takeNoted(tx) ?? { touches: [], chainEvents: [], issuers: new Set() }
  const records = seePending(tx)
  const keys = [...(records?.keys.values() ?? [])]
  if (touches.length + chainEvents.length + issuers.size + keys.length === 0) return null
  if (!(await isComplete(tx))) return null
  const idsOf = (table: string) => keys.filter((key) => key.table === table).map(({ id }) => id)
  const at = await now(tx)
  const vrfKey = touches.length > 0 ? await openVrfKey(await findLogKeys(tx)) : Buffer.alloc(0)
  return insertPendingLeaves(tx, [
    ...(await serviceKeyLeaves(tx, idsOf('service_keys'), at)),
    ...(await issuerLeaves(tx, [...issuers], at)),
    ...chainLeaves(chainEvents),
    ...(await issuerKeyLeaves(tx, idsOf('issuer_signing_keys'), at)),
    ...(await touchLeaves(touches, records?.changes ?? [], vrfKey)),
  ])
}

/** Takes what was noted, whether or not it comes to anything. */
export function takeNoted(tx: object): NotedChanges | null {
  const taken = noted.get(tx)
  noted.delete(tx)
  return taken ?? null
}

async function now(tx: pg.ClientBase): Promise<number> {
  const { rows } = await tx.query<{ now: number }>(`SELECT ${CLOCK_NOW}::float8 AS now`)
  return rows[0]?.now ?? Number.NaN
}
