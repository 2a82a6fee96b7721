import { workingPool } from '@/lib/store/database/database'

/** The number of certificates whose newest bytes some keys signed, by when each was signed for the first time. */
export interface SignedCounts {
  before: number
  after: number
}

// The newest bytes of a certificate, where one of these keys signed them: $1 the issuer, $2 what such bytes start with.
const SIGNED_WITH = `FROM certificates c JOIN LATERAL (
    SELECT s.vc_jwt FROM signed_forms s WHERE s.certificate_id = c.id ORDER BY s.sequence DESC LIMIT 1
  ) f ON true
  WHERE c.issuer_id = $1 AND EXISTS (SELECT 1 FROM unnest($2::text[]) p WHERE left(f.vc_jwt, length(p)) = p)`

/**
 * Counts the certificates of an issuer whose newest bytes are signed with one of these keys. The first signing decides, as in
 * `compromiseOf`: what was signed again since stays good. A count for people: a verdict never rests on it.
 * @param prefixes what a `vc+jwt` of such a key starts with
 * @param since milliseconds since 1970; what was signed at that very moment counts as after
 */
export async function countSignedWith(
  issuerId: string,
  prefixes: readonly string[],
  since: number,
): Promise<SignedCounts> {
  const { rows } = await workingPool().query<SignedCounts>(
    `SELECT count(*) FILTER (WHERE c.recorded_at < $3)::int AS before,
       count(*) FILTER (WHERE c.recorded_at >= $3)::int AS after ${SIGNED_WITH}`,
    [issuerId, prefixes, new Date(since).toISOString()],
  )
  return rows[0] ?? { before: 0, after: 0 }
}

/**
 * Counts the current certificates of an issuer whose newest bytes a key signed, and which were first signed before a moment.
 * @param since milliseconds since 1970
 */
export async function countToResign(issuerId: string, prefix: string, since: number): Promise<number> {
  const { rows } = await workingPool().query<{ count: number }>(
    `SELECT count(*)::int AS count ${SIGNED_WITH} AND c.status = 'issued' AND c.recorded_at < $3`,
    [issuerId, [prefix], new Date(since).toISOString()],
  )
  return rows[0]?.count ?? 0
}

/** How many certificates of an issuer have newest bytes of one of these keys, and how many it has in all. */
export async function countAllSignedWith(
  issuerId: string,
  prefixes: readonly string[],
): Promise<{ signedWith: number; all: number }> {
  const { rows } = await workingPool().query<{ signedWith: number; all: number }>(
    `SELECT count(*)::int AS "signedWith", (SELECT count(*)::int FROM certificates WHERE issuer_id = $1) AS "all"
     ${SIGNED_WITH}`,
    [issuerId, prefixes],
  )
  return rows[0] ?? { signedWith: 0, all: 0 }
}

/**
 * The next certificates of an issuer whose newest bytes are signed with one of these keys, in order of their id.
 * @param prefixes what a `vc+jwt` of such a key starts with
 * @param after the last id seen, or null
 */
export async function findSignedWith(
  issuerId: string,
  prefixes: readonly string[],
  after: string | null,
  limit: number,
): Promise<{ id: string; serialKey: string }[]> {
  const { rows } = await workingPool().query<{ id: string; serialKey: string }>(
    `SELECT c.id, c.serial_key AS "serialKey" ${SIGNED_WITH} AND ($3::uuid IS NULL OR c.id > $3::uuid)
     ORDER BY c.id LIMIT $4`,
    [issuerId, prefixes, after, limit],
  )
  return rows
}
