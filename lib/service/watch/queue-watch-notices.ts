import { randomUUID } from 'node:crypto'
import { changesSince, isFinal, nextLook, type WatchEvent } from '@/lib/domain/watch/watch-change'
import { TOLD_BEFORE_MS } from '@/lib/domain/watch/watch-limits'
import { undetermined } from '@/lib/errors'
import { enqueueMails, mailIsOn } from '@/lib/service/mail/enqueue-mail'
import { type Transaction, transaction } from '@/lib/store/database/database'
import { databaseTime } from '@/lib/store/evidence/event-log'
import { mayBeRestored } from '@/lib/store/journal/journal-watch'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { type DueWatcher, holdDueWatches, noteTold, type ToldWatch } from '@/lib/store/watch/due-watches'
import { findWatchedLineages, type WatchedLineage } from '@/lib/store/watch/watched-certificates'
import { findWatcherIds, type StoredWatcher } from '@/lib/store/watch/watchers'
import { deleteWatches } from '@/lib/store/watch/watches'
import { decryptWatcher } from './encrypt-watch'
import { type NoticeOrder, withWaitingEvents } from './take-waiting-notices'

/** Watches that are looked at in one transaction. */
const AT_ONCE = 500

/**
 * Queues a message to everybody for whom something has changed: one to each for all of it. What they know and the message
 * are written in one transaction, so that it is queued once, whatever dies in between. Nothing is queued while the database
 * may be a restored one.
 * @returns how many messages
 */
export async function queueWatchNotices(): Promise<number> {
  let queued = 0
  while (mailIsOn() && !(await mayBeRestored())) {
    const some = await transaction(queueSome)
    if (some === null) break
    queued += some
  }
  return queued
}

/** @returns null when nothing is due that could be looked at, or another process is at it */
async function queueSome(tx: Transaction): Promise<number | null> {
  const held = await holdDueWatches(tx, AT_ONCE)
  if (held === null) return null
  const { due, aside } = held
  // The clock by which they are due: with one behind it they would be due, and have nothing to be told, again and again.
  const now = await databaseTime(tx)
  // Those that another transaction holds are due still: asked for again at once, they would be found for as long as it lasts.
  if (aside === 0 && due.every(({ watches }) => watches.length === 0)) return null
  const lineageIds = new Set(due.flatMap(({ watches }) => watches.map(({ lineageId }) => lineageId)))
  const lineages = await findWatchedLineages(tx, [...lineageIds])
  const byId = new Map(lineages.map((lineage) => [lineage.lineageId, lineage]))
  const looks = due.map((one) => look(one, byId, now))
  await noteTold(
    tx,
    looks.flatMap(({ told }) => told),
  )
  for (const { watcher, ended } of looks) if (ended.length > 0) await deleteWatches(tx, watcher.id, ended)
  const left = await findWatcherIds(
    tx,
    looks.map(({ watcher }) => watcher.id),
  )
  const orders = looks.flatMap((one) => (one.events.length > 0 ? [orderOf(one, !left.has(one.watcher.id))] : []))
  return enqueueMails(tx, await withWaitingEvents(tx, orders))
}

/** @param last whether the address is forgotten with this message */
function orderOf({ watcher, events }: Look, last: boolean): NoticeOrder {
  const secrets = decryptWatcher(watcher.sealed, watcher.id, keyEncryptionKey())
  if (secrets === null) throw undetermined('a watcher cannot be opened')
  const { email: to, secret } = secrets
  return { kind: 'watch_notice', secret, events, last, to, language: watcher.language, about: randomUUID() }
}

interface Look {
  watcher: StoredWatcher
  told: ToldWatch[]
  /** Lineages that are not watched any more. */
  ended: string[]
  events: (WatchEvent & { until?: string })[]
}

function look({ watcher, watches }: DueWatcher, lineages: Map<string, WatchedLineage>, now: number): Look {
  const result: Look = { watcher, told: [], ended: [], events: [] }
  const { events } = result
  for (const watch of watches) {
    const seen = lineages.get(watch.lineageId)
    const expiresAt = watch.expiresAt.getTime()
    if (!seen || expiresAt <= now) {
      result.ended.push(watch.lineageId)
      continue
    }
    const before = { certificateId: watch.toldCertificateId, standing: watch.told as ToldWatch['standing'] }
    const { events: found, told } = changesSince(before, seen, now)
    const lapses = !watch.reminded && !isFinal(told.standing) && expiresAt - TOLD_BEFORE_MS <= now
    const reminded = watch.reminded || lapses
    events.push(...found)
    if (lapses)
      events.push({ certificateId: told.certificateId, change: 'lapsing', until: watch.expiresAt.toISOString() })
    if (isFinal(told.standing)) result.ended.push(watch.lineageId)
    const lookAt = new Date(nextLook(seen, { expiresAt, reminded }, now))
    const isTold = found.length > 0 || lapses
    result.told.push({ ...told, watcherId: watcher.id, lineageId: watch.lineageId, isTold, reminded, lookAt })
  }
  return result
}
