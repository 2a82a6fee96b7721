import { readOnServingPool } from '@/lib/store/database/on-serving-pool'
import type { IssueSpan } from './search-sieve'

/** The position of a certificate in the order of the desk: by its date of issue, in milliseconds since 1970, then by id. */
export interface Place {
  issuedAt: number
  id: string
}

/** Which end of the list comes first. */
export type Order = 'newest' | 'oldest'

/** Certificates that may fit, in their order. */
export interface Candidates {
  places: Place[]
  /** Where reading stopped when there is more; null when these are all. */
  end: Place | null
}

/** The most entries of the index that one search reads from one source. */
export const MOST_READ = 1000

/** A certificate's place, as columns. */
export const PLACE = 'floor(extract(epoch FROM issued_at) * 1000)::float8 AS "issuedAt"'

/** In SQL, how rows that come next compare with the last one, and how they are sorted. */
export const WAYS: Record<Order, { beyond: '<' | '>'; by: 'ASC' | 'DESC' }> = {
  newest: { beyond: '<', by: 'DESC' },
  oldest: { beyond: '>', by: 'ASC' },
}

/** The places that a query finds. */
export async function readPlaces(sql: string, values: unknown[]): Promise<Place[]> {
  return (await readOnServingPool((pool) => pool.query<Place>(sql, values))).rows
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/**
 * What comes next, as two parameters: the last place of the page before, or else the end of the span that comes first, or what
 * lies before every place. PostgreSQL begins to read an index where this says, whatever else it is told of the span.
 */
export function bound(after: Place | null, order: Order, { from, until }: IssueSpan): [string, string] {
  const edge = order === 'newest' ? until : from
  if (after !== null && (!edge || after.issuedAt < edge.getTime() === (order === 'newest')))
    return [new Date(after.issuedAt).toISOString(), after.id]
  if (edge) return [edge.toISOString(), FIRST_ID]
  return order === 'newest' ? ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'] : ['-infinity', FIRST_ID]
}

/** Whether `a` stands behind `b` in this order. */
export function isBeyond(a: Place, b: Place, order: Order): boolean {
  const [older, newer] = order === 'newest' ? [a, b] : [b, a]
  return older.issuedAt < newer.issuedAt || (older.issuedAt === newer.issuedAt && older.id < newer.id)
}

/** In order, each once. */
export function inOrder(places: readonly Place[], order: Order): Place[] {
  const each = [...new Map(places.map((place) => [place.id, place])).values()]
  return each.sort((a, b) => (isBeyond(a, b, order) ? 1 : -1))
}
