import { SEALED_FORM } from '@/lib/domain/log/sealed-leaf'
import { workingPool } from '@/lib/store/database/database'
import { milliseconds } from '@/lib/store/database/sql-time'

/** The most leaves without a certificate that are named one by one. */
const MOST_NAMED = 1000

/** A published leaf in an issuer's name that no certificate here is of. */
interface StrangeLeaf {
  index: number
  /** The time that it says, in milliseconds since 1970. */
  at: number
}

/** What the published log has in the name of one issuer. */
export interface IssuerLeaves {
  origin: string
  /** The size of the published log, and when it began to hold every change; null while it is still taking in. */
  size: number
  intakeEndedAt: number | null
  /** The DID that the log names the issuer by. */
  did: string
  leaves: number
  /** By UTC day of the change. */
  days: { day: string; leaves: number }[]
  /** How many have no certificate here, and the newest of them. */
  strangeCount: number
  strange: StrangeLeaf[]
}

/** The start page looks through so many of the newest leaves, whatever the size of the log. */
const NEWEST = 10_000

const FORM = `'\\x0${SEALED_FORM}'::bytea`
const OWN = `substring(l.leaf FROM 1 FOR 1) = ${FORM} AND substring(l.leaf FROM 2 FOR 16) = decode(replace($1::text, '-', ''), 'hex')`
/**
 * The event that a leaf is of, by the second that was published: none has a leaf more than it makes, so a column that names
 * another certificate finds no place that is free. A change has a leaf for each certificate that it touches, two at least.
 */
const OF_ITS_EVENT = `LEFT JOIN events e ON l.kind = 'event' AND e.chain_id = l.subject AND e.sequence = l.place
    AND e.chain = 'lineage' AND floor(extract(epoch FROM e.at))::bigint = l.second
    AND l.part < CASE e.type WHEN 'issued' THEN 1 WHEN 'erased' THEN greatest(2, (
      SELECT count(*) FROM events o WHERE o.chain_id = e.chain_id AND o.type IN ('issued', 'corrected'))) ELSE 2 END`
/** Of an erased certificate the history alone is left. */
const STRANGE = `(e.chain_id IS NULL OR (NOT EXISTS (SELECT 1 FROM certificates c WHERE c.lineage_id = l.subject AND c.issuer_id = $1::uuid)
      AND NOT is_erased(l.subject)))`
const SECOND = `('x' || encode(substring(l.leaf FROM 18 FOR 8), 'hex'))::bit(64)::bigint AS second`
const QUERY = `WITH published AS MATERIALIZED (
    SELECT l.log_index, l.kind, l.subject, l.place, l.part, ${SECOND}
    FROM log_leaves l CROSS JOIN log_state s
    WHERE ${OWN} AND l.log_index < s.published_size),
  strange AS MATERIALIZED (SELECT l.log_index, l.second FROM published l ${OF_ITS_EVENT} WHERE ${STRANGE}),
  named AS (SELECT log_index AS index, second * 1000 AS at FROM strange ORDER BY log_index DESC LIMIT ${MOST_NAMED}),
  days AS (
    SELECT to_char(to_timestamp(second) AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(*)::int AS leaves FROM published
    GROUP BY 1 ORDER BY 1)
  SELECT s.origin, s.published_size::float8 AS size, i.did,
    CASE WHEN s.intake_end < s.published_size THEN ${milliseconds('s.intake_ended_at')}::float8 END AS "intakeEndedAt",
    (SELECT count(*)::int FROM published) AS leaves, (SELECT count(*)::int FROM strange) AS "strangeCount",
    (SELECT coalesce(json_agg(named), '[]') FROM named) AS strange,
    (SELECT coalesce(json_agg(days), '[]') FROM days) AS days
  FROM log_state s JOIN issuers i ON i.id = $1::uuid`

/**
 * Counts the leaves of an issuer, one snapshot for all figures.
 * @returns null where the service has no log
 */
export async function countIssuerLeaves(issuerId: string): Promise<IssuerLeaves | null> {
  const { rows } = await workingPool().query<IssuerLeaves>(QUERY, [issuerId])
  return rows[0] ?? null
}

/** Those without a certificate among the newest leaves of the log, by their index: for a page that is opened often. */
export async function findNewStrange(issuerId: string): Promise<number[]> {
  const { rows } = await workingPool().query<{ index: number }>(
    `WITH newest AS MATERIALIZED (
       SELECT l.log_index, l.kind, l.subject, l.place, l.part, ${SECOND} FROM log_leaves l CROSS JOIN log_state s
       WHERE l.log_index >= s.published_size - ${NEWEST} AND l.log_index < s.published_size AND ${OWN})
     SELECT l.log_index::float8 AS index FROM newest l ${OF_ITS_EVENT} WHERE ${STRANGE}`,
    [issuerId],
  )
  return rows.map(({ index }) => index)
}
