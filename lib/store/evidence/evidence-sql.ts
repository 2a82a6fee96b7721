import { CLOCK_NOW, milliseconds as ms } from '@/lib/store/database/sql-time'
import { EVENT_JSON } from './event-columns'

/**
 * SHA-256 of a text column's UTF-8 bytes, computed in the database, so that unread bytes need not travel. It names
 * PostgreSQL's own functions, whatever a search path puts before them.
 */
export const sha256Of = (column: string) =>
  `pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(${column}, 'UTF8')), 'hex')`

/**
 * The key that the proof of a JSON-LD form names; null when it names none. A quotation mark inside of a text is escaped,
 * so what is found is the member. Searching for a text takes a tenth of the time of a regular expression.
 */
const proofKey = (column: string) =>
  `nullif(pg_catalog.split_part(pg_catalog.split_part(${column}, '"verificationMethod":"', 2), '"', 1), '')`

/**
 * One number of the three signed forms of a row, made by PostgreSQL's quick hash from a secret seed ($4): the whole bytes
 * go into it, whatever the column's collation, in a tenth of the time of three times SHA-256 (decision 95).
 */
const QUICK_HASH = ['open_badge_jwt', 'open_badge_jsonld', 'vc_jwt'].reduceRight(
  (seed, column) => `pg_catalog.hashtextextended(s.${column} COLLATE pg_catalog."C", ${seed})`,
  '$4::bigint',
)

/** The kinds of row of `EVIDENCE_SQL`, by their number. */
export const KIND = {
  clock: 0,
  certificate: 1,
  event: 2,
  issuer: 3,
  issuerKey: 4,
  serviceKey: 5,
  checks: 6,
  leaf: 7,
  artifact: 8,
} as const

/** Named one by one: the role of the public side may not read a recipient's address, or an issuer's encrypted key. */
const CERTIFICATE = `id, issuer_id, lineage_id, revision, serial, serial_key, status, issued_at, expires_at, recorded_at,
  withdrawn_at, withdrawal_reason, withdrawal_salt, full_name, registration_number, event_title, achievement, event_date,
  status_list_id, status_index`
const ARTIFACT = 'id, certificate_id, type, size, sha256, template, fonts, generator, created_at, statement'
const ISSUER_KEY = 'k.id, k.issuer_id, k.key_id, k.algorithm, k.public_jwk, k.statement, k.state'

/** An artifact's columns, in the order that `evidence-rows.ts` reads. */
export const ARTIFACT_JSON = `pg_catalog.json_build_array(a.id, a.certificate_id, a.type, a.size, a.sha256, a.template, a.fonts, a.generator,
  ${ms('a.created_at')}, a.statement)`

const CLOCK_SQL = `SELECT ${KIND.clock}, pg_catalog.json_build_array(${CLOCK_NOW}, pg_catalog.pg_is_in_recovery(),
  (SELECT pg_catalog.json_build_array(s.published_size, s.intake_end, s.origin, ${ms('s.intake_ended_at')},
    pg_catalog.encode(s.published_root, 'hex'), s.size, pg_catalog.encode(s.root, 'hex'), s.intake_ended, s.mac) FROM log_state s), (SELECT pg_catalog.count(*) FROM restores))::text,
  NULL::text`

/** The leaves that the histories and the keys have in the tree of the public log; what somebody added elsewhere stands for nothing. */
const LEAVES_SQL = `UNION ALL
SELECT ${KIND.leaf}, pg_catalog.json_build_array(h.chain_id, l.kind, l.place, l.part, l.log_index,
  CASE pg_catalog.get_byte(l.leaf, 0) WHEN 1 THEN pg_catalog.encode(l.leaf, 'hex')
    ELSE pg_catalog.convert_from(l.leaf, 'UTF8') END, pg_catalog.encode(l.salt, 'hex'))::text, NULL
FROM chains h CROSS JOIN LATERAL (
  SELECT * FROM log_leaves WHERE subject = h.chain_id AND kind IN ('event', 'key') AND log_index >= 0
    AND log_index < (SELECT size FROM log_state) AND pg_catalog.octet_length(leaf) > 0 OFFSET 0
) l`

/** The histories, the issuers and the keys: what every kind of evidence ends with. */
const SHARED_SQL = `UNION ALL
SELECT ${KIND.event}, ${EVENT_JSON}::text, NULL
FROM chains h CROSS JOIN LATERAL (SELECT * FROM events WHERE chain_id = h.chain_id OFFSET 0) e
UNION ALL
SELECT ${KIND.issuer}, pg_catalog.json_build_array(i.id, coalesce(s.slug, ''), i.name, i.domain, i.assurance, i.did, i.suspended, i.mac)::text,
  NULL
FROM issuer_ids n JOIN issuers i ON i.id = n.issuer_id LEFT JOIN issuer_slugs s ON s.issuer_id = i.id AND s.current
UNION ALL
SELECT ${KIND.issuerKey}, pg_catalog.json_build_array(k.id, k.issuer_id, k.key_id, k.algorithm, k.public_jwk, k.statement, k.state)::text,
  NULL
FROM keys k
UNION ALL
SELECT ${KIND.serviceKey}, pg_catalog.json_build_array(v.id, v.public_jwk, v.state, v.mac)::text, NULL FROM service_keys v`

/**
 * One statement for all the evidence. $1 text[]: serials in their matching form; $2 uuid: an issuer, or null; $3 bigint[]:
 * the quick hashes of signed forms that the asking process holds already, which then neither travel nor are hashed by SHA-256
 * again; $4 bigint: the secret seed of these hashes.
 * The tables that grow are asked row by row, through LATERAL and OFFSET 0, which PostgreSQL does not take apart: whatever
 * their size, and whatever its statistics say of it, each step is one in an index.
 * Each row is a kind, a JSON array as text in the order that `evidence-rows.ts` reads, and the signed bytes apart, which
 * are long and need no second parsing. The clock is read while the
 * statement runs, after its snapshot was taken: an event in the snapshot can only be older.
 */
export const EVIDENCE_SQL = `
WITH wanted AS MATERIALIZED (
  SELECT DISTINCT c.lineage_id FROM pg_catalog.unnest($1::text[]) asked(serial_key) CROSS JOIN LATERAL (
    SELECT lineage_id FROM certificates
    WHERE serial_key = asked.serial_key AND ($2::uuid IS NULL OR issuer_id = $2::uuid) OFFSET 0
  ) c
), found AS MATERIALIZED (
  SELECT c.* FROM wanted w CROSS JOIN LATERAL (SELECT ${CERTIFICATE} FROM certificates WHERE lineage_id = w.lineage_id OFFSET 0) c
), issuer_ids AS MATERIALIZED (
  SELECT DISTINCT issuer_id FROM found
), keys AS MATERIALIZED (
  SELECT ${ISSUER_KEY} FROM issuer_ids i JOIN issuer_signing_keys k ON k.issuer_id = i.issuer_id
), chains AS MATERIALIZED (
  SELECT lineage_id AS chain_id FROM wanted UNION ALL SELECT issuer_id FROM issuer_ids UNION ALL SELECT id FROM keys
)
${CLOCK_SQL}
UNION ALL
SELECT ${KIND.certificate}, pg_catalog.json_build_array(c.id, c.issuer_id, c.lineage_id, c.revision, c.serial, c.serial_key, c.status,
  ${ms('c.issued_at')}, ${ms('c.expires_at')}, ${ms('c.recorded_at')}, ${ms('c.withdrawn_at')}, c.withdrawal_reason,
  c.withdrawal_salt, c.full_name, c.registration_number, c.event_title, c.achievement, c.event_date, c.status_list_id,
  c.status_index, f.sequence, f.quick_hash::text, CASE WHEN f.quick_hash = ANY($3::bigint[]) THEN NULL ELSE
    pg_catalog.json_build_array(${sha256Of('f.open_badge_jsonld')}, ${sha256Of('f.open_badge_jwt')}, ${proofKey('f.open_badge_jsonld')}) END)::text,
  CASE WHEN f.quick_hash = ANY($3::bigint[]) THEN NULL ELSE f.vc_jwt END
FROM found c LEFT JOIN LATERAL (
  SELECT s.*, ${QUICK_HASH} AS quick_hash FROM signed_forms s
  WHERE s.certificate_id = c.id ORDER BY s.sequence DESC LIMIT 1
) f ON true
UNION ALL
SELECT ${KIND.artifact}, ${ARTIFACT_JSON}::text, NULL
FROM found c CROSS JOIN LATERAL (SELECT ${ARTIFACT} FROM artifacts WHERE certificate_id = c.id AND type = 'pdf' OFFSET 0) a
${LEAVES_SQL}
${SHARED_SQL}`

/** The same with the check counts of each lineage, for the issuer's own eyes. */
export const EVIDENCE_WITH_CHECKS_SQL = `${EVIDENCE_SQL}
UNION ALL
SELECT ${KIND.checks}, pg_catalog.json_build_array(c.lineage_id, pg_catalog.sum(k.checks), ${ms('pg_catalog.max(k.last_at)')})::text, NULL
FROM found c CROSS JOIN LATERAL (SELECT * FROM certificate_checks WHERE certificate_id = c.id OFFSET 0) k
GROUP BY c.lineage_id`

/** The keys of one issuer with their histories. $1 uuid: the issuer, or null for the service's keys alone. */
export const KEY_EVIDENCE_SQL = `
WITH issuer_ids AS MATERIALIZED (
  SELECT id AS issuer_id FROM issuers WHERE id = $1::uuid
), keys AS MATERIALIZED (
  SELECT ${ISSUER_KEY} FROM issuer_ids i JOIN issuer_signing_keys k ON k.issuer_id = i.issuer_id
), chains AS MATERIALIZED (
  SELECT issuer_id AS chain_id FROM issuer_ids UNION ALL SELECT id FROM keys
)
${CLOCK_SQL}
${LEAVES_SQL}
${SHARED_SQL}`

/** Issuers with their histories, without their keys. $1 uuid[]: the issuers. */
export const STANDING_EVIDENCE_SQL = `
WITH issuer_ids AS MATERIALIZED (
  SELECT id AS issuer_id FROM issuers WHERE id = ANY($1::uuid[])
), keys AS MATERIALIZED (
  SELECT ${ISSUER_KEY} FROM issuer_signing_keys k WHERE false
), chains AS MATERIALIZED (
  SELECT issuer_id AS chain_id FROM issuer_ids
)
${CLOCK_SQL}
${LEAVES_SQL}
${SHARED_SQL}`
