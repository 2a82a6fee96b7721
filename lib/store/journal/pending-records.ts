import type { StatusChange } from '@/lib/domain/certificate/status-change'
import type { SignedEvent } from '@/lib/domain/history/event'
import type { ForgottenRow, JournalledKeyState, KeyTable } from '@/lib/domain/history/journal-record'

/** The changes of a transaction so far that must be in the journal before anyone is told of them. */
export interface PendingRecords {
  events: SignedEvent[]
  changes: StatusChange[]
  /** In the order in which they were made or ended. */
  keys: Map<string, NotedKey>
  forgotten: ForgottenRow[]
}

interface NotedKey {
  table: KeyTable
  id: string
  state: JournalledKeyState
}

const pending = new WeakMap<object, PendingRecords>()

function of(tx: object): PendingRecords {
  const found = pending.get(tx)
  if (found) return found
  const made: PendingRecords = { events: [], changes: [], keys: new Map(), forgotten: [] }
  pending.set(tx, made)
  return made
}

/**
 * Notes events for the journal; done by the one function that stores events, so that no verb can forget. What was newly
 * issued needs no journal: a database that does not know of it answers 404.
 */
export function noteEvents(tx: object, events: readonly SignedEvent[]): void {
  of(tx).events.push(...events.filter(({ type }) => type !== 'issued'))
}

/** As `noteEvents`, for a change of a status list. */
export function noteStatusChange(tx: object, change: StatusChange): void {
  of(tx).changes.push(change)
}

/** As `noteEvents`, for a key that was made or ended. */
export function noteKeyChange(tx: object, key: NotedKey): void {
  of(tx).keys.set(`${key.table}/${key.id}`, key)
}

/** As `noteEvents`, for what was forgotten of people. */
export function noteForgotten(tx: object, rows: readonly ForgottenRow[]): void {
  of(tx).forgotten.push(...rows)
}

/** What was noted so far, which stays noted. */
export function seePending(tx: object): Readonly<PendingRecords> | null {
  return pending.get(tx) ?? null
}

/** Takes what was noted; null when there is nothing to journal. */
export function takePending(tx: object): PendingRecords | null {
  const taken = pending.get(tx)
  pending.delete(tx)
  if (!taken) return null
  const { events, changes, keys, forgotten } = taken
  return events.length + changes.length + keys.size + forgotten.length > 0 ? taken : null
}
