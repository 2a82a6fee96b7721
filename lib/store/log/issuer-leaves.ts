import { SEALED_FORM } from '@/lib/domain/log/sealed-leaf'
import { workingPool } from '@/lib/store/database/database'
import { milliseconds } from '@/lib/store/database/sql-time'
import { requireNoLog } from './compare-leaves'
import { OF_ITS_EVENT, SECOND } from './event-of-leaf'
import { findLogState } from './log-state'

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
const NEWEST = 1000

const FORM = `'\\x0${SEALED_FORM}'::bytea`
const OWN = `substring(l.leaf FROM 1 FOR 1) = ${FORM} AND substring(l.leaf FROM 2 FOR 16) = decode(replace($1::text, '-', ''), 'hex')`
/** Of an erased certificate the history alone is left. */
const STRANGE = `(e.chain_id IS NULL OR (NOT EXISTS (SELECT 1 FROM certificates c WHERE c.lineage_id = l.subject AND c.issuer_id = $1::uuid)
      AND NOT is_erased(l.subject)))`
/** The published leaves of an issuer, each with whether it is strange: one pass, since there may be millions. */
const LEAVES = `(SELECT l.log_index, l.second, ${STRANGE} AS is_strange
    FROM (SELECT l.log_index, l.kind, l.subject, l.place, l.part, ${SECOND} FROM log_leaves l
      WHERE ${OWN} AND l.log_index < (SELECT published_size FROM log_state)) l ${OF_ITS_EVENT}) leaves`
const COUNTS = `WITH days AS (
    SELECT second / 86400 AS day, count(*) AS leaves, count(*) FILTER (WHERE is_strange) AS strange FROM ${LEAVES} GROUP BY 1)
  SELECT s.origin, s.published_size::float8 AS size, i.did,
    CASE WHEN s.intake_end < s.published_size THEN ${milliseconds('s.intake_ended_at')}::float8 END AS "intakeEndedAt",
    (SELECT coalesce(sum(leaves), 0)::float8 FROM days) AS leaves, (SELECT coalesce(sum(strange), 0)::float8 FROM days) AS "strangeCount",
    (SELECT coalesce(json_agg(json_build_object('day', to_char(date '1970-01-01' + day::int, 'YYYY-MM-DD'), 'leaves', leaves)
      ORDER BY day), '[]') FROM days) AS days
  FROM log_state s JOIN issuers i ON i.id = $1::uuid`
const NAMED = `SELECT log_index::float8 AS index, second::float8 * 1000 AS at FROM ${LEAVES} WHERE is_strange
  ORDER BY log_index DESC LIMIT ${MOST_NAMED}`

/**
 * Counts the leaves of an issuer, and names the strange ones where there are any.
 * @returns null where the service has no log
 * @throws ServiceError as `findLogState` and `requireNoLog`
 */
export async function countIssuerLeaves(issuerId: string): Promise<IssuerLeaves | null> {
  if (!(await findLogState(workingPool()))) return requireNoLog().then(() => null)
  const { rows } = await workingPool().query<Omit<IssuerLeaves, 'strange'>>(COUNTS, [issuerId])
  const [counted] = rows
  if (!counted) return null
  const strange = counted.strangeCount === 0 ? [] : (await workingPool().query<StrangeLeaf>(NAMED, [issuerId])).rows
  return { ...counted, strange }
}

/** Those without a certificate among the newest leaves of the log, by their index: for a page that is opened often. */
export async function findNewStrange(issuerId: string): Promise<number[]> {
  const { rows } = await workingPool().query<{ index: number }>(
    `WITH newest AS MATERIALIZED (
       SELECT l.log_index, l.kind, l.subject, l.place, l.part, l.leaf FROM log_leaves l
       WHERE l.log_index >= (SELECT published_size - ${NEWEST} FROM log_state)
         AND l.log_index < (SELECT published_size FROM log_state)),
     own AS MATERIALIZED (SELECT l.*, ${SECOND} FROM newest l WHERE ${OWN})
     SELECT l.log_index::float8 AS index FROM own l ${OF_ITS_EVENT} WHERE ${STRANGE}`,
    [issuerId],
  )
  return rows.map(({ index }) => index)
}
