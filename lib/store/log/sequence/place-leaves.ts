import { setImmediate as turn } from 'node:timers/promises'
import type pg from 'pg'
import { parseLogLeaf } from '@/lib/domain/log/log-leaf'
import { parseSealedLeaf, SEALED_FORM } from '@/lib/domain/log/sealed-leaf'
import {
  IN_TREE,
  isOurs,
  type PendingLeaf,
  readWaiting,
  setAside,
  type WaitingLeaf,
} from '@/lib/store/log/pending/pending-leaf'
import { LogStopped } from '@/lib/store/log/publish/log-stopped'

/** Leaves that get their places at once. */
const MOST_LEAVES = 4096
/** Seals that are checked before other work of the process gets its turn. */
const SEALS_A_TURN = 256

/**
 * Takes the next waiting leaves out of the queue, in the order of their writing, without what would stand in the log twice, and
 * without what this service did not write, which is set aside.
 * @param tx the transaction in which they get their places
 * @param mayStill throws where this process no longer has the keys by which it tells
 */
export async function takeWaiting(tx: pg.ClientBase, mayStill: () => Promise<void>): Promise<PendingLeaf[]> {
  for (;;) {
    const waiting = await readWaiting(tx, `true ORDER BY id LIMIT ${MOST_LEAVES} FOR UPDATE`, [])
    const { own, foreign } = await tellApart(waiting)
    if (foreign.length > 0) {
      await mayStill()
      await setAside(tx, foreign)
    }
    if (own.length > 0) return takeOut(tx, own)
    if (foreign.length === 0) return []
  }
}

async function tellApart(waiting: readonly WaitingLeaf[]): Promise<{ own: WaitingLeaf[]; foreign: WaitingLeaf[] }> {
  const [own, foreign]: [WaitingLeaf[], WaitingLeaf[]] = [[], []]
  for (const [index, row] of waiting.entries()) {
    if (isOurs(row)) own.push(row)
    else foreign.push(row)
    if (index % SEALS_A_TURN === SEALS_A_TURN - 1) await turn()
  }
  return { own, foreign }
}

/** A row that somebody put back after its leaf had got its place goes without another. */
async function takeOut(tx: pg.ClientBase, rows: WaitingLeaf[]): Promise<PendingLeaf[]> {
  const ids = rows.map(({ id }) => String(id))
  const { rows: placed } = await tx.query<{ id: string }>(
    `SELECT p.id FROM log_pending p JOIN log_leaves l ON l.subject = p.subject AND l.kind = p.kind AND l.place = p.place
       AND l.part = p.part WHERE p.id = ANY($1::bigint[]) AND ${IN_TREE}`,
    [ids],
  )
  await tx.query('DELETE FROM log_pending WHERE id = ANY($1::bigint[])', [ids])
  const isPlaced = new Set(placed.map(({ id }) => id))
  const left = rows.filter(({ id }) => !isPlaced.has(String(id)))
  if (left.length > 0) await leaveOutLost(tx, left)
  return left
}

/**
 * Takes out what would stand in the log twice: a change of a certificate whose like is published and lost here. What worsens
 * a verdict needs no leaf; for what does not, the certificate stays undetermined.
 */
async function leaveOutLost(db: pg.ClientBase, rows: WaitingLeaf[]): Promise<void> {
  const { rows: lost } = await db.query<{ leaf: Buffer }>(
    `SELECT leaf FROM log_leaves WHERE kind = 'lost' AND get_byte(leaf, 0) = ${SEALED_FORM}`,
  )
  if (lost.length === 0) return
  const tagOf = (leaf: Buffer) => (leaf[0] === SEALED_FORM ? parseSealedLeaf(leaf).tag.toString('hex') : null)
  const tags = new Set(lost.map(({ leaf }) => tagOf(leaf)))
  for (let place = rows.length - 1; place >= 0; place--) {
    const tag = tagOf(rows[place]?.leaf ?? Buffer.alloc(0))
    if (tag !== null && tags.has(tag)) rows.splice(place, 1)
  }
}

/** Gives leaves the places behind a tree of this size. */
export async function insertLeaves(db: pg.ClientBase, from: number, rows: readonly PendingLeaf[]): Promise<void> {
  await db.query(
    `INSERT INTO log_leaves (log_index, kind, subject, place, part, leaf, salt)
     SELECT $1::bigint + n.nth - 1, n.kind, n.subject, n.place, n.part, n.leaf, n.salt
     FROM unnest($2::text[], $3::uuid[], $4::int[], $5::int[], $6::bytea[], $7::bytea[])
       WITH ORDINALITY AS n(kind, subject, place, part, leaf, salt, nth)`,
    [
      from,
      rows.map(({ kind }) => kind),
      rows.map(({ subject }) => subject),
      rows.map(({ place }) => place),
      rows.map(({ part }) => part),
      rows.map(({ leaf }) => leaf),
      rows.map(({ salt }) => salt),
    ],
  )
}

/** The index of the leaf that ends the intake; null where none of them does. */
export function intakeEndOf(from: number, rows: readonly PendingLeaf[]): number | null {
  const found = rows.findIndex(({ kind, leaf }) => {
    if (kind !== 'notice') return false
    const parsed = parseLogLeaf(leaf)
    return parsed.kind === 'log-notice/v1' && parsed.fields.notice === 'intake-end'
  })
  return found < 0 ? null : from + found
}

/**
 * Leaves that have their places, in order.
 * @throws LogStopped where some of them are gone
 */
export async function readLeaves(db: pg.ClientBase, from: number, to: number): Promise<Buffer[]> {
  const { rows } = await db.query<{ leaf: Buffer }>(
    'SELECT leaf FROM log_leaves WHERE log_index >= $1 AND log_index < $2 ORDER BY log_index',
    [from, to],
  )
  if (rows.length !== to - from) throw new LogStopped('The database has lost leaves that have their places.')
  return rows.map(({ leaf }) => leaf)
}
