import { workingPool } from '@/lib/store/database/database'
import { TERMS } from './search/search-sieve'

/** A number for each day, week or month; those without any are left out. */
export type Counts = { day: string; count: number }[]

/** The most certificates that are counted one by one for the start page. */
export const MOST_COUNTED = 20_000

/** Certificates issued on each UTC day from this one on, corrections too, as the list has them. @param from such as `2026-11-01` */
export async function countIssuedByDay(issuerId: string, from: string): Promise<Counts> {
  return counts(
    `SELECT to_char(issued_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(*)::int AS count FROM (
       SELECT issued_at FROM certificates WHERE issuer_id = $1 AND issued_at >= $2::timestamptz
       ORDER BY issued_at DESC LIMIT ${MOST_COUNTED}) AS newest
     GROUP BY 1 ORDER BY 1`,
    [issuerId, `${from}T00:00:00Z`],
  )
}

/** Checks of an issuer's certificates on each UTC day from this one on. */
export async function countChecksByDay(issuerId: string, from: string): Promise<Counts> {
  return counts(
    `SELECT to_char(k.day, 'YYYY-MM-DD') AS day, sum(k.checks)::int AS count FROM certificate_checks k
     JOIN certificates c ON c.id = k.certificate_id WHERE k.day >= $2::date AND c.issuer_id = $1
     GROUP BY 1 ORDER BY 1`,
    [issuerId, from],
  )
}

/** Current certificates that end within 60 days from now on, on each UTC day, as the list has them. */
export async function countEndingByDay(issuerId: string): Promise<Counts> {
  return counts(
    `SELECT to_char(expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(*)::int AS count FROM (
       SELECT expires_at FROM certificates c WHERE issuer_id = $1 AND ${TERMS.ending}
       ORDER BY expires_at LIMIT ${MOST_COUNTED}) AS first
     GROUP BY 1 ORDER BY 1`,
    [issuerId],
  )
}

/** On the pool for long work: of a very large issuer on a busy machine this can outlast what a check may wait for. */
async function counts(sql: string, values: unknown[]): Promise<Counts> {
  return (await workingPool().query<{ day: string; count: number }>(sql, values)).rows
}
