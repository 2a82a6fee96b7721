import type pg from 'pg'
import { parsePublicLeaf, publicLeafBytes } from '@/lib/domain/log/public-leaf'
import { newestWaiting, type PendingLeaf } from './pending-leaf'

const DAY = "interval '24 hours'"

/** A status list that changed since its newest leaf, which is at least a day old. */
interface DueList {
  id: string
  /** Which of its leaves the next one is, from 1. */
  place: number
  /** What the newest one says, in hexadecimal; null before the first. */
  bitsSha256: string | null
}

/** The lists whose bits are to be entered now. A list without a bit has no leaf. */
export async function findDueLists(db: pg.ClientBase | pg.Pool): Promise<DueList[]> {
  const { rows } = await db.query<{ id: string; place: number; leaf: Buffer | null }>(
    `SELECT l.id, coalesce(n.place, 0) + 1 AS place, n.leaf
     FROM status_lists l
     JOIN LATERAL (SELECT at FROM status_changes WHERE list_id = l.id ORDER BY sequence DESC LIMIT 1) s ON true
     LEFT JOIN LATERAL (
       SELECT place, leaf, to_timestamp((convert_from(leaf, 'UTF8')::json->>'at')::float8 / 1000) AS at FROM log_leaves
       WHERE subject = l.id AND kind = 'list' ORDER BY place DESC LIMIT 1
     ) n ON true
     WHERE n.at IS NULL OR (n.at <= statement_timestamp() - ${DAY} AND s.at > n.at - ${DAY})
     ORDER BY l.id`,
  )
  const waiting = await newestWaiting(db, 'list')
  return rows
    .filter(({ id }) => !waiting.has(id))
    .map(({ id, place, leaf }) => ({ id, place, bitsSha256: leaf && bitsOf(leaf) }))
}

function bitsOf(leaf: Buffer): string | null {
  const parsed = parsePublicLeaf(leaf)
  return parsed.kind === 'log-list/v1' ? parsed.fields.bits_sha256 : null
}

/** @param at milliseconds since 1970 */
export function listLeaf({ id, place }: DueList, bitsSha256: string, at: number): PendingLeaf {
  const leaf = publicLeafBytes({ kind: 'log-list/v1', fields: { at, bits_sha256: bitsSha256, list_id: id } })
  return { kind: 'list', subject: id, place, part: 0, leaf, salt: null }
}
