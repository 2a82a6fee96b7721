import type { DomainCheckResult } from '@/lib/domain/issuer/domain-check'
import { type Transaction, workingPool } from '@/lib/store/database/database'
import { readOnServingPool } from '@/lib/store/database/on-serving-pool'
import { notAhead } from '@/lib/store/database/sql-time'

/** One query for the record of an issuer's domain. */
interface DomainCheck {
  at: Date
  result: DomainCheckResult
}

/** In SQL, the checks that were made; one that is dated ahead is none. */
const MADE = `(SELECT * FROM domain_checks WHERE ${notAhead('at')})`
/** In SQL. The numbers of the rows say nothing: whoever may add one can give it any. */
const NEWEST_FIRST = 'at DESC, id DESC'

/** Records what asking for a domain's record came to. */
export async function insertDomainCheck(
  tx: Transaction,
  check: { issuerId: string; domain: string; result: DomainCheckResult },
): Promise<void> {
  await tx.query('INSERT INTO domain_checks (issuer_id, domain, result) VALUES ($1, $2, $3)', [
    check.issuerId,
    check.domain,
    check.result,
  ])
}

/** The checks of an issuer's domain since its record was last seen, that one included, the newest first. */
export async function findChecksSinceSeen(tx: Transaction, issuerId: string, domain: string): Promise<DomainCheck[]> {
  const { rows } = await tx.query<DomainCheck>(
    `SELECT at, result FROM ${MADE} c WHERE issuer_id = $1 AND domain = $2 AND at >= coalesce(
       (SELECT max(at) FROM ${MADE} c WHERE issuer_id = $1 AND domain = $2 AND result = 'seen'), '-infinity')
     ORDER BY ${NEWEST_FIRST}`,
    [issuerId, domain],
  )
  return rows
}

/** The last check of an issuer's domain, when its record was last seen, and when DNS last answered for it. */
export async function readLastDomainCheck(
  issuerId: string,
  domain: string,
): Promise<{ last: DomainCheck | null; seenAt: Date | null; answeredAt: Date | null }> {
  const { rows } = await readOnServingPool((pool) =>
    pool.query<{ at: Date | null; result: DomainCheckResult | null; seenAt: Date | null; answeredAt: Date | null }>(
      `SELECT l.at, l.result, s.at AS "seenAt", a.at AS "answeredAt" FROM (SELECT 1) AS one
       LEFT JOIN LATERAL (SELECT at, result FROM ${MADE} c WHERE issuer_id = $1 AND domain = $2
         ORDER BY ${NEWEST_FIRST} LIMIT 1) AS l ON true
       LEFT JOIN LATERAL (SELECT at FROM ${MADE} c WHERE issuer_id = $1 AND domain = $2 AND result = 'seen'
         ORDER BY ${NEWEST_FIRST} LIMIT 1) AS s ON true
       LEFT JOIN LATERAL (SELECT at FROM ${MADE} c WHERE issuer_id = $1 AND domain = $2 AND result <> 'unanswered'
         ORDER BY ${NEWEST_FIRST} LIMIT 1) AS a ON true`,
      [issuerId, domain],
    ),
  )
  const { at, result, seenAt, answeredAt } = rows[0] ?? { at: null, result: null, seenAt: null, answeredAt: null }
  return { last: at && result ? { at, result } : null, seenAt, answeredAt }
}

/** In SQL, the last check of an issuer `i`, whatever its domain was: one step in the index. */
const LAST = `(SELECT at, result, domain FROM ${MADE} c WHERE c.issuer_id = i.id ORDER BY ${NEWEST_FIRST} LIMIT 1)`

/** Verified domains for which DNS has not answered for so many days, though it was asked, with its last answer. */
export async function findSilentDomains(days: number): Promise<{ slug: string; domain: string; answeredAt: Date }[]> {
  const { rows } = await workingPool().query<{ slug: string; domain: string; answeredAt: Date }>(
    `SELECT s.slug, i.domain, a.at AS "answeredAt" FROM issuers i
     JOIN issuer_slugs s ON s.issuer_id = i.id AND s.current
     JOIN LATERAL ${LAST} AS l ON l.domain = i.domain AND l.result = 'unanswered'
     JOIN LATERAL (SELECT at FROM ${MADE} c WHERE c.issuer_id = i.id AND c.domain = i.domain
       AND c.result <> 'unanswered' ORDER BY ${NEWEST_FIRST} LIMIT 1) AS a ON true
     WHERE i.assurance IN ('verified', 'lapsed') AND a.at < statement_timestamp() - make_interval(days => $1)
     ORDER BY s.slug`,
    [days],
  )
  return rows
}

const TODAY = "date_trunc('day', statement_timestamp() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'"
/** More checks of one domain than there are in a day, asked once an hour; a few are asked for by hand. */
const MOST_OF_A_DAY = 50

/**
 * The slugs of issuers whose domain was verified by DNS and is due: none that answered today (UTC), none that was asked
 * within the last hour. Of each the last check is looked at, and those before it only where it was today and unanswered.
 */
export async function findDueDomains(): Promise<string[]> {
  const { rows } = await workingPool().query<{ slug: string }>(
    `SELECT s.slug FROM issuers i JOIN issuer_slugs s ON s.issuer_id = i.id AND s.current
     LEFT JOIN LATERAL ${LAST} AS l ON l.domain = i.domain
     WHERE i.assurance IN ('verified', 'lapsed') AND (l.at IS NULL OR l.at <= statement_timestamp() - interval '1 hour'
       AND (l.at < ${TODAY} OR l.result = 'unanswered' AND NOT EXISTS (
         SELECT FROM (SELECT * FROM ${MADE} c WHERE c.issuer_id = i.id ORDER BY ${NEWEST_FIRST} LIMIT ${MOST_OF_A_DAY}) AS c
         WHERE c.domain = i.domain AND c.result <> 'unanswered' AND c.at >= ${TODAY})))
     ORDER BY s.slug`,
  )
  return rows.map(({ slug }) => slug)
}
