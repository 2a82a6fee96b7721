import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { formatVkey } from '@/lib/crypto/tlog/note-key'
import { parseLogLeaf } from '@/lib/domain/log/log-leaf'
import { publicLeafBytes } from '@/lib/domain/log/public-leaf'
import { readRows, writeSealed } from '@/lib/store/keys/sealed-rows'
import { findLogKeys, noteKeyOf } from '@/lib/store/log/keys/log-keys'
import type { LogState } from '@/lib/store/log/log-state'
import {
  insertPendingLeaves,
  isOurs,
  type LeafSubject,
  type PendingLeaf,
  readWaiting,
} from '@/lib/store/log/pending/pending-leaf'
import { serviceKeySubject } from '@/lib/store/log/pending/row-leaves'
import { endOfIntake } from './state-of-leaves'

/** A tree that was published, and what of it the database lacks. */
interface PublishedRest {
  size: number
  root: Buffer
  /** The leaves behind those that the database has. */
  leaves: readonly { index: number; bytes: Buffer }[]
}

/**
 * Takes over leaves that were published and that the database lacks, and lets the log go on behind them. A leaf whose change came
 * back from the journal belongs to it again, with its salt; of any other the database knows from then on that it is lost.
 * @param state how far the database has come
 * @param at database time, milliseconds since 1970
 * @returns how many are lost
 */
export async function adoptLeaves(
  tx: pg.ClientBase,
  state: LogState,
  rest: PublishedRest,
  at: number,
): Promise<number> {
  const from = state.size
  const subjects = await subjectsOf(tx)
  const adopted = rest.leaves.map(({ index, bytes }) => ({ index, ...subjects(bytes) }))
  await writeState(tx, state, rest)
  await insertAdopted(tx, adopted)
  await tx.query(
    `DELETE FROM log_pending p USING log_leaves l WHERE l.log_index >= $1 AND l.subject = p.subject AND l.kind = p.kind
       AND l.place = p.place AND l.part = p.part`,
    [from],
  )
  const lost = adopted.filter(({ kind }) => kind === 'lost').length
  if (adopted.length > 0) {
    const fields = { at, notice: 'lost' as const, from, to: rest.size }
    const leaf = publicLeafBytes({ kind: 'log-notice/v1', fields })
    await insertPendingLeaves(tx, [{ kind: 'notice', subject: randomUUID(), place: 1, part: 0, leaf, salt: null }])
  }
  return lost
}

/** Seals what the published files were found to lead from and to. */
async function writeState(tx: pg.ClientBase, state: LogState, { size, root, leaves }: PublishedRest): Promise<void> {
  const adopted = leaves.map(({ index, bytes }) => endOfIntake(index, bytes)).find((end) => end !== null)
  const end = state.intakeEnd === null ? (adopted?.index ?? null) : state.intakeEnd
  const endedAt = state.intakeEndedAt ?? adopted?.at ?? null
  const tree = { size: BigInt(size), root: Uint8Array.from(root) }
  const [row] = await readRows(tx, 'log_state', 'true FOR UPDATE', [])
  if (!row) throw new Error('there is no state of the log')
  await writeSealed(tx, 'log_state', row, {
    ...{ origin: state.origin, ...tree, publishedSize: tree.size, publishedRoot: tree.root, stopped: null },
    ...{ intakeEnded: state.intakeEnded || end !== null, intakeEnd: end === null ? null : BigInt(end) },
    intakeEndedAt: endedAt === null ? null : new Date(endedAt),
  })
  await tx.query('UPDATE log_state SET committed_at = clock_timestamp(), heartbeat_at = clock_timestamp()')
}

/** Whose a published leaf is. */
async function subjectsOf(tx: pg.ClientBase) {
  const pending = await readPending(tx)
  const keys = await readKeySubjects(tx)
  const issuers = await readPlaces(tx, 'issuer')
  const lists = await readPlaces(tx, 'list')
  const known = new Set<string>()
  const taken = (subject: LeafSubject) => {
    const name = `${subject.kind} ${subject.subject} ${subject.place} ${subject.part}`
    if (known.has(name)) return true
    known.add(name)
    return false
  }
  const lost = (leaf: Buffer): PendingLeaf => ({
    kind: 'lost',
    subject: randomUUID(),
    place: 1,
    part: 0,
    leaf,
    salt: null,
  })
  const ownerOf = (leaf: Buffer): LeafSubject | null => {
    const parsed = parseLogLeaf(leaf)
    if (parsed.kind === 'log-chain/v1') {
      const { chain_id: subject, sequence: place } = parsed.fields
      return { kind: 'event', subject, place, part: 0 }
    }
    if (parsed.kind === 'log-key/v1') {
      const subject = keys.get(parsed.fields.key_id)
      return subject === undefined
        ? null
        : { kind: 'key', subject, place: parsed.fields.state === 'active' ? 1 : 2, part: 0 }
    }
    if (parsed.kind === 'log-issuer/v1') {
      const place = (issuers.get(parsed.fields.id) ?? 0) + 1
      issuers.set(parsed.fields.id, place)
      return { kind: 'issuer', subject: parsed.fields.id, place, part: 0 }
    }
    if (parsed.kind === 'log-list/v1') {
      const place = (lists.get(parsed.fields.list_id) ?? 0) + 1
      lists.set(parsed.fields.list_id, place)
      return { kind: 'list', subject: parsed.fields.list_id, place, part: 0 }
    }
    if (parsed.kind === 'log-notice/v1') return { kind: 'notice', subject: randomUUID(), place: 1, part: 0 }
    return null
  }
  return (leaf: Buffer): PendingLeaf => {
    const waiting = pending.get(leaf.toString('hex'))
    if (waiting && !taken(waiting)) return waiting
    const owner = ownerOf(leaf)
    return owner && !taken(owner) ? { ...owner, leaf, salt: null } : lost(leaf)
  }
}

/** Waiting leaves by their bytes: those that came back from the journal are the published ones. */
async function readPending(tx: pg.ClientBase): Promise<Map<string, PendingLeaf>> {
  const rows = await readWaiting(tx, 'true ORDER BY id', [])
  return new Map(rows.filter(isOurs).map((row) => [row.leaf.toString('hex'), row]))
}

/** The ids under which leaves of keys are stored, by what the leaves call them. */
async function readKeySubjects(tx: pg.ClientBase): Promise<Map<string, string>> {
  const { rows: issuerKeys } = await tx.query<{ keyId: string; id: string }>(
    'SELECT key_id AS "keyId", id FROM issuer_signing_keys',
  )
  const { rows: serviceKeys } = await tx.query<{ id: string }>('SELECT id FROM service_keys')
  const own = (await findLogKeys(tx)).filter(({ purpose }) => purpose !== 'vrf')
  return new Map([
    ...issuerKeys.map(({ keyId, id }): [string, string] => [keyId, id]),
    ...serviceKeys.map(({ id }): [string, string] => [id, serviceKeySubject(id)]),
    ...own.map((row): [string, string] => [formatVkey(noteKeyOf(row)), row.id]),
  ])
}

/** How many leaves of this kind each subject has. */
async function readPlaces(tx: pg.ClientBase, kind: 'issuer' | 'list'): Promise<Map<string, number>> {
  const { rows } = await tx.query<{ id: string; place: number }>(
    'SELECT subject AS id, max(place) AS place FROM log_leaves WHERE kind = $1 GROUP BY subject',
    [kind],
  )
  return new Map(rows.map(({ id, place }) => [id, place]))
}

async function insertAdopted(tx: pg.ClientBase, rows: readonly (PendingLeaf & { index: number })[]): Promise<void> {
  await tx.query(
    `INSERT INTO log_leaves (log_index, kind, subject, place, part, leaf, salt)
     SELECT * FROM unnest($1::bigint[], $2::text[], $3::uuid[], $4::int[], $5::int[], $6::bytea[], $7::bytea[])`,
    [
      rows.map(({ index }) => index),
      rows.map(({ kind }) => kind),
      rows.map(({ subject }) => subject),
      rows.map(({ place }) => place),
      rows.map(({ part }) => part),
      rows.map(({ leaf }) => leaf),
      rows.map(({ salt }) => salt),
    ],
  )
}
