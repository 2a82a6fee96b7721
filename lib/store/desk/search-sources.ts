import type { CertificateStatus } from '@/lib/domain/history/lineage-state'
import { readOnServingPool } from '@/lib/store/database/on-serving-pool'

/**
 * The position of a certificate in the order of the desk: by when it was signed, in milliseconds since 1970, then by
 * id.
 */
export interface Place {
  recordedAt: number
  id: string
}

/** Certificates that may fit, the newest first. */
export interface Candidates {
  places: Place[]
  /** Where reading stopped when there is more; null when these are all. */
  end: Place | null
}

/** The most entries of the index that one search reads from one source. */
export const MOST_READ = 1000

/** The most different words that a prefix is taken apart into. */
const MOST_WORDS = 24
/** The fewest newest entries of each of them. */
const FEWEST_EACH = 52

const PLACE = 'floor(extract(epoch FROM recorded_at) * 1000)::float8 AS "recordedAt"'

/** The words that begin with this one, in the order of their bytes: from `first` on, before `past`. */
export function wordRange(word: string): { first: string; past: string } {
  return { first: word, past: `${word}\u{10FFFF}` }
}

/**
 * Everything under one condition.
 * @returns null when that is more than is read
 */
export async function completeSet(
  condition: { issuerId: string } & ({ word: string } | { status: CertificateStatus } | { serialKey: string }),
  after: Place | null,
): Promise<Candidates | null> {
  const { issuerId } = condition
  const places =
    'word' in condition
      ? await read(
          `SELECT ${PLACE}, certificate_id AS id FROM certificate_words
           WHERE issuer_id = $1 AND word >= $2 AND word < $3 LIMIT ${MOST_READ + 1}`,
          [issuerId, wordRange(condition.word).first, wordRange(condition.word).past],
        )
      : 'status' in condition
        ? await read(
            `SELECT ${PLACE}, id FROM certificates WHERE issuer_id = $1 AND status = $2 LIMIT ${MOST_READ + 1}`,
            [issuerId, condition.status],
          )
        : await read(`SELECT ${PLACE}, id FROM certificates WHERE issuer_id = $1 AND serial_key = $2`, [
            issuerId,
            condition.serialKey,
          ])
  if (places.length > MOST_READ) return null
  return { places: inOrder(places).filter((place) => after === null || isBefore(place, after)), end: null }
}

/** The newest certificates, of one status or all. */
export async function everything(
  issuerId: string,
  status: CertificateStatus | null,
  after: Place | null,
  most: number,
): Promise<Candidates> {
  const places = await read(
    `SELECT ${PLACE}, id FROM certificates
     WHERE issuer_id = $1 ${status === null ? '' : 'AND status = $5'} AND (recorded_at, id) < ($2::timestamptz, $3::uuid)
     ORDER BY recorded_at DESC, id DESC LIMIT $4`,
    [issuerId, ...bound(after), most, ...(status === null ? [] : [status])],
  )
  return { places, end: places.length === most ? (places.at(-1) ?? null) : null }
}

/**
 * The newest certificates with any word that begins so, where that is a common one: merged from the newest of each word.
 * @returns null when too many different words begin so
 */
export async function mergedWords(issuerId: string, word: string, after: Place | null): Promise<Candidates | null> {
  const words = await expand(issuerId, word)
  if (words.length > MOST_WORDS) return null
  const each = Math.max(FEWEST_EACH, Math.floor(MOST_READ / words.length))
  const lists = await Promise.all(
    words.map((one) =>
      read(
        `SELECT ${PLACE}, certificate_id AS id FROM certificate_words
         WHERE issuer_id = $1 AND word = $5 AND (recorded_at, certificate_id) < ($2::timestamptz, $3::uuid)
         ORDER BY recorded_at DESC, certificate_id DESC LIMIT $4`,
        [issuerId, ...bound(after), each, one],
      ),
    ),
  )
  // A list that was cut says nothing of what is older than its last entry.
  const ends = lists.flatMap((list) => (list.length === each ? (list.at(-1) ?? []) : []))
  const [end = null] = inOrder(ends)
  const places = inOrder(lists.flat()).filter((place) => end === null || !isBefore(place, end))
  return { places, end }
}

/** The different words that begin so, one more than is worth merging at most: each is found by one step in the index. */
async function expand(issuerId: string, word: string): Promise<string[]> {
  const { first, past } = wordRange(word)
  const { rows } = await readOnServingPool((pool) =>
    pool.query<{ word: string }>(
      `WITH RECURSIVE d AS (
         (SELECT word FROM certificate_words WHERE issuer_id = $1 AND word >= $2 AND word < $3 ORDER BY word LIMIT 1)
         UNION ALL
         SELECT (SELECT w.word FROM certificate_words w WHERE w.issuer_id = $1 AND w.word > d.word AND w.word < $3
                 ORDER BY w.word LIMIT 1) FROM d WHERE d.word IS NOT NULL
       ) SELECT word FROM d WHERE word IS NOT NULL LIMIT ${MOST_WORDS + 1}`,
      [issuerId, first, past],
    ),
  )
  return rows.map((row) => row.word)
}

async function read(sql: string, values: unknown[]): Promise<Place[]> {
  return (await readOnServingPool((pool) => pool.query<Place>(sql, values))).rows
}

function bound(after: Place | null): [string, string] {
  return after === null
    ? ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff']
    : [new Date(after.recordedAt).toISOString(), after.id]
}

/** Whether `a` stands behind `b` in the order of the desk: it is older. */
function isBefore(a: Place, b: Place): boolean {
  return a.recordedAt < b.recordedAt || (a.recordedAt === b.recordedAt && a.id < b.id)
}

/** The newest first, each once. */
function inOrder(places: readonly Place[]): Place[] {
  return [...new Map(places.map((place) => [place.id, place])).values()].sort((a, b) => (isBefore(a, b) ? 1 : -1))
}
