import type { CountedAll } from '@/lib/domain/desk/figures'
import { workingPool } from '@/lib/store/database/database'
import { readOnServingPool } from '@/lib/store/database/on-serving-pool'

/** The most events that are counted one by one. */
const MOST_COURSES = 20
const COUNTS = `count(*)::int AS certificates, (count(*) FILTER (WHERE checks = 0))::int AS never, sum(checks)::float8 AS checks`

const QUERY = `WITH own AS MATERIALIZED (
    SELECT c.event_title, c.expires_at, coalesce(k.checks, 0) AS checks,
      CASE WHEN c.status = 'issued' AND c.expires_at <= pg_catalog.now() THEN 'expired' ELSE c.status::text END AS outcome
    FROM certificates c
    LEFT JOIN LATERAL (SELECT sum(checks) AS checks FROM certificate_checks k WHERE k.certificate_id = c.id) k ON true
    WHERE c.issuer_id = $1),
  outcomes AS (SELECT outcome, ${COUNTS} FROM own GROUP BY 1 ORDER BY 1),
  courses AS (SELECT event_title AS course, ${COUNTS} FROM own GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT ${MOST_COURSES}),
  ending AS (
    SELECT to_char(expires_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month, count(*)::int AS certificates FROM own
    WHERE outcome = 'issued' AND expires_at < pg_catalog.date_trunc('month', pg_catalog.now(), 'UTC') + interval '12 months'
    GROUP BY 1 ORDER BY 1),
  days AS (
    SELECT to_char(k.day, 'YYYY-MM-DD') AS day, sum(k.checks)::float8 AS checks FROM certificates c
    JOIN certificate_checks k ON k.certificate_id = c.id
    WHERE c.issuer_id = $1 AND k.day > (pg_catalog.now() AT TIME ZONE 'UTC')::date - 366 GROUP BY 1 ORDER BY 1)
  SELECT
    (SELECT coalesce(json_agg(outcomes), '[]') FROM outcomes) AS outcomes,
    (SELECT coalesce(json_agg(courses), '[]') FROM courses) AS courses,
    (SELECT coalesce(json_agg(ending), '[]') FROM ending) AS ending,
    (SELECT coalesce(json_agg(days), '[]') FROM days) AS days`

/** Counts all certificates of an issuer, one snapshot for all figures: with a million of them that takes seconds. */
export async function countAll(issuerId: string): Promise<CountedAll> {
  const { rows } = await workingPool().query<CountedAll>(QUERY, [issuerId])
  return rows[0] ?? { outcomes: [], courses: [], ending: [], days: [] }
}

/** The events of the newest certificates, the newest first. */
export async function recentCourses(issuerId: string, most: number): Promise<string[]> {
  const { rows } = await readOnServingPool((pool) =>
    pool.query<{ course: string }>(
      `SELECT event_title AS course FROM (
         SELECT event_title, issued_at FROM certificates WHERE issuer_id = $1 ORDER BY issued_at DESC, id DESC LIMIT 500) AS newest
       GROUP BY event_title ORDER BY max(issued_at) DESC, event_title LIMIT $2`,
      [issuerId, most],
    ),
  )
  return rows.map(({ course }) => course)
}
