import type pg from 'pg'
import { statusChangeHash } from '@/lib/domain/certificate/status-change'
import { eventHash } from '@/lib/domain/history/event'
import { touchEntry } from '@/lib/domain/log/event-touch'
import { opensCommitment } from '@/lib/domain/log/log-entry'
import { parseSealedLeaf } from '@/lib/domain/log/sealed-leaf'
import { undetermined } from '@/lib/errors'
import { EVENT_JSON, type EventColumns, signedEvent } from '@/lib/store/evidence/event-columns'
import { findLogKeys, openVrfKey } from './keys/log-keys'
import { findStatusChanges, findTouches } from './pending/event-leaves'

/** A leaf of a certificate with what opens it. */
interface LoggedEntry {
  place: number
  index: number
  leaf: Buffer
  entry: string
  salt: Buffer
}

/**
 * The leaves of one certificate with what opens them, and the key that its tags are made with.
 * @throws ServiceError `unavailable` where a leaf is another than its event gives
 */
export async function readLoggedEntries(
  db: pg.ClientBase | pg.Pool,
  lineageId: string,
  certificateId: string,
): Promise<{ entries: LoggedEntry[]; vrfKey: Buffer }> {
  const { rows: events } = await db.query<{ event: EventColumns }>(
    `SELECT ${EVENT_JSON} AS event FROM events e WHERE e.chain_id = $1 ORDER BY e.sequence`,
    [lineageId],
  )
  const history = events.map(({ event }) => signedEvent(event))
  const touches = (await findTouches(db, history)).filter(({ touch }) => touch.certificateId === certificateId)
  const changes = await findStatusChanges(
    db,
    touches.map(({ certificate }) => certificate),
  )
  const { rows: leaves } = await db.query<{
    place: number
    part: number
    index: number
    leaf: Buffer
    salt: Buffer | null
  }>(
    `SELECT place, part, log_index::float8 AS index, leaf, salt FROM log_leaves WHERE subject = $1 AND kind = 'event'`,
    [lineageId],
  )
  const entries = touches.flatMap(({ touch, certificate }) => {
    const found = leaves.find(({ place, part }) => place === touch.event.sequence && part === touch.part)
    if (!found?.salt) return []
    const isEnding = touch.type === 'superseded' || touch.type === 'withdrawn'
    const change = changes.find(
      ({ listId, statusIndex }) => listId === certificate.statusListId && statusIndex === certificate.statusIndex,
    )
    const hash = isEnding && change ? statusChangeHash(change) : null
    const entry = touchEntry(touch, certificate.issuerId, eventHash(touch.event), hash)
    if (!opensCommitment(parseSealedLeaf(found.leaf).commitment, entry, found.salt))
      throw undetermined('a leaf of the public log is another than its event gives')
    return [{ place: touch.place, index: found.index, leaf: found.leaf, entry, salt: found.salt }]
  })
  return { entries, vrfKey: await openVrfKey(await findLogKeys(db)) }
}
