import { setImmediate as turn } from 'node:timers/promises'
import type pg from 'pg'
import { VrfOutputs } from '@/lib/crypto/vrf/vrf-outputs'
import { statusChangeHash, type UnsignedStatusChange } from '@/lib/domain/certificate/status-change'
import type { SignedEvent } from '@/lib/domain/history/event'
import { type EventTouch, touchesOf } from '@/lib/domain/log/event-touch'
import { chainLeaf, coverLeaf, sealedLeafOf } from '@/lib/domain/log/make-leaf'
import { milliseconds } from '@/lib/store/database/sql-time'
import { EVENT_JSON, type EventColumns, signedEvent } from '@/lib/store/evidence/event-columns'
import type { PendingLeaf } from './pending-leaf'

type Querying = pg.ClientBase | pg.Pool

/** What is read of a certificate for its leaves. */
interface LoggedCertificate {
  id: string
  lineageId: string
  issuerId: string
  serialKey: string
  statusListId: string
  statusIndex: number
}

/** A touch with its certificate. */
export interface FoundTouch {
  touch: EventTouch
  certificate: LoggedCertificate
}

/**
 * Finds what events of lineages touch. Of a certificate that is no longer there nothing is found: nobody could ask for it.
 * @param events stored in this transaction, or earlier
 */
export async function findTouches(db: Querying, events: readonly SignedEvent[]): Promise<FoundTouch[]> {
  const lineageEvents = events.filter(({ chain }) => chain === 'lineage')
  if (lineageEvents.length === 0) return []
  const asked = new Set(lineageEvents.map(({ chainId, sequence }) => `${chainId}/${sequence}`))
  const lineages = [...new Set(lineageEvents.map(({ chainId }) => chainId))]
  const certificates = await findCertificates(db, lineages)
  const histories = await readHistories(db, lineageEvents)
  return [...histories.values()].flatMap((history) =>
    touchesOf(history).flatMap((touch) => {
      const certificate = certificates.get(touch.certificateId)
      const isAsked = asked.has(`${touch.event.chainId}/${touch.event.sequence}`)
      return isAsked && certificate?.lineageId === touch.event.chainId ? [{ touch, certificate }] : []
    }),
  )
}

async function findCertificates(db: Querying, lineages: string[]): Promise<Map<string, LoggedCertificate>> {
  const { rows } = await db.query<LoggedCertificate>(
    `SELECT id, lineage_id AS "lineageId", issuer_id AS "issuerId", serial_key AS "serialKey",
       status_list_id AS "statusListId", status_index AS "statusIndex"
     FROM certificates WHERE lineage_id = ANY($1::uuid[])`,
    [lineages],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** The histories of events, whole: what an event touches, and at which place, those before it say. */
async function readHistories(db: Querying, events: readonly SignedEvent[]): Promise<Map<string, SignedEvent[]>> {
  const histories = new Map<string, SignedEvent[]>()
  // A first event needs no reading, and most are first ones.
  const longer = new Set(events.filter(({ sequence }) => sequence > 1).map(({ chainId }) => chainId))
  for (const event of events) if (!longer.has(event.chainId)) histories.set(event.chainId, [event])
  if (longer.size === 0) return histories
  const { rows } = await db.query<{ event: EventColumns }>(
    `SELECT ${EVENT_JSON} AS event FROM events e WHERE e.chain_id = ANY($1::uuid[]) ORDER BY e.chain_id, e.sequence`,
    [[...longer]],
  )
  for (const { event } of rows) {
    const read = signedEvent(event)
    const history = histories.get(read.chainId)
    if (history) history.push(read)
    else histories.set(read.chainId, [read])
  }
  return histories
}

/**
 * The leaves of touches: a sealed one each. A change that touches one certificate alone gets a cover leaf beside it.
 * @param changes of status lists, made with these events
 * @param vrfKey the 32 secret bytes of the log's VRF key
 */
export async function touchLeaves(
  touches: readonly FoundTouch[],
  changes: readonly UnsignedStatusChange[],
  vrfKey: Buffer,
): Promise<PendingLeaf[]> {
  const hashes = new Map(changes.map((change) => [`${change.listId}/${change.statusIndex}`, statusChangeHash(change)]))
  const outputs = await outputsOf(
    touches.map(({ certificate }) => certificate.serialKey),
    vrfKey,
  )
  return touches.flatMap(({ touch, certificate }) => {
    const { event, part, type } = touch
    const subject = { kind: 'event' as const, subject: event.chainId, place: event.sequence }
    const isEnding = type === 'superseded' || type === 'withdrawn' || type === 'erased'
    const bit = `${certificate.statusListId}/${certificate.statusIndex}`
    const statusChangeSha256 = isEnding ? (hashes.get(bit) ?? null) : null
    const sealed = sealedLeafOf(
      touch,
      { issuerId: certificate.issuerId, statusChangeSha256 },
      outputs.get(certificate.serialKey) as Buffer,
    )
    const own: PendingLeaf = { ...subject, part, ...sealed }
    if (type === 'issued') return [own]
    if (touches.some((other) => other.touch !== touch && other.touch.event === event)) return [own]
    return [own, { ...subject, part: part + 1, leaf: coverLeaf(certificate.issuerId, event.at), salt: null }]
  })
}

/** Work of so many outputs holds everybody else in the process up for a few milliseconds. */
const OUTPUTS_A_TURN = 8

/** β of serials; other work of the process gets its turn meanwhile. */
async function outputsOf(serialKeys: readonly string[], vrfKey: Buffer): Promise<Map<string, Buffer>> {
  const made = new Map<string, Buffer>()
  if (serialKeys.length === 0) return made
  const outputs = new VrfOutputs(vrfKey)
  for (const serialKey of new Set(serialKeys)) {
    made.set(serialKey, outputs.of(Buffer.from(serialKey)))
    if (made.size % OUTPUTS_A_TURN === 0) await turn()
  }
  return made
}

/** The leaves of events of issuers and of keys. */
export function chainLeaves(events: readonly SignedEvent[]): PendingLeaf[] {
  return events
    .filter(({ chain }) => chain !== 'lineage')
    .map((event) => {
      const { chainId, sequence } = event
      return { kind: 'event', subject: chainId, place: sequence, part: 0, leaf: chainLeaf(event), salt: null }
    })
}

/** The bits that were set for certificates. */
export async function findStatusChanges(
  db: Querying,
  certificates: readonly { statusListId: string; statusIndex: number }[],
): Promise<UnsignedStatusChange[]> {
  if (certificates.length === 0) return []
  const { rows } = await db.query<UnsignedStatusChange>(
    `SELECT s.list_id AS "listId", s.sequence, s.status_index AS "statusIndex", ${milliseconds('s.at')}::float8 AS at,
       s.previous_hash AS "previousHash"
     FROM status_changes s WHERE s.list_id = ANY($1::uuid[]) AND s.status_index = ANY($2::int[])`,
    [
      [...new Set(certificates.map(({ statusListId }) => statusListId))],
      [...new Set(certificates.map(({ statusIndex }) => statusIndex))],
    ],
  )
  return rows
}
