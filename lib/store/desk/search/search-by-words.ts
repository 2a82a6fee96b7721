import { readOnServingPool } from '@/lib/store/database/on-serving-pool'
import {
  bound,
  type Candidates,
  inOrder,
  isBeyond,
  MOST_READ,
  type Order,
  PLACE,
  type Place,
  readPlaces,
  WAYS,
} from './search-order'
import { type IssueSpan, SPAN, spanOf } from './search-sieve'

/** The most different words that a prefix is taken apart into. */
const MOST_WORDS = 24
/** The fewest first entries of each of them. */
const FEWEST_EACH = 52

/** Words in the order of their bytes: from `first` on, before `past`. */
export interface WordRange {
  first: string
  past: string
}

/**
 * The words that one asked for is found by: `n:moh l:mhd a:mhd=` are those that begin with the first or the second, and the
 * third itself.
 */
export function wordRanges(asked: string): WordRange[] {
  return asked
    .split(' ')
    .map((word) =>
      word.endsWith('=')
        ? { first: word.slice(0, -1), past: `${word.slice(0, -1)}\u0001` }
        : { first: word, past: `${word}\u{10FFFF}` },
    )
}

/** As two columns, for `unnest`. */
export function columnsOf(ranges: readonly WordRange[]): [string[], string[]] {
  return [ranges.map(({ first }) => first), ranges.map(({ past }) => past)]
}

/**
 * The first certificates of a span with any of these words, where they are common ones: merged from the first of each word.
 * @returns null when too many different words are meant
 */
export async function mergedWords(
  issuerId: string,
  ranges: readonly WordRange[],
  span: IssueSpan,
  after: Place | null,
  order: Order,
): Promise<Candidates | null> {
  const words = await expand(issuerId, ranges)
  if (words.length > MOST_WORDS) return null
  const each = Math.max(FEWEST_EACH, Math.floor(MOST_READ / words.length))
  const { beyond, by } = WAYS[order]
  const lists = await Promise.all(
    words.map((one) =>
      readPlaces(
        `SELECT ${PLACE}, certificate_id AS id FROM certificate_words c
         WHERE issuer_id = $1 AND word = $5 AND (issued_at, certificate_id) ${beyond} ($2::timestamptz, $3::uuid) AND ${SPAN(6)}
         ORDER BY issued_at ${by}, certificate_id ${by} LIMIT $4`,
        [issuerId, ...bound(after, order, span), each, one, ...spanOf(span)],
      ),
    ),
  )
  // A list that was cut says nothing of what lies beyond its last entry.
  const ends = lists.flatMap((list) => (list.length === each ? (list.at(-1) ?? []) : []))
  const [end = null] = inOrder(ends, order)
  const places = inOrder(lists.flat(), order).filter((place) => end === null || !isBeyond(place, end, order))
  return { places, end }
}

/** The different words that are meant, one more than is worth merging at most: each is found by one step in the index. */
async function expand(issuerId: string, ranges: readonly WordRange[]): Promise<string[]> {
  const { rows } = await readOnServingPool((pool) =>
    pool.query<{ word: string }>(
      `SELECT DISTINCT one.word FROM unnest($2::text[], $3::text[]) AS r(first, past) CROSS JOIN LATERAL (
         WITH RECURSIVE d AS (
           (SELECT word FROM certificate_words WHERE issuer_id = $1 AND word >= r.first AND word < r.past ORDER BY word LIMIT 1)
           UNION ALL
           SELECT (SELECT w.word FROM certificate_words w WHERE w.issuer_id = $1 AND w.word > d.word AND w.word < r.past
                   ORDER BY w.word LIMIT 1) FROM d WHERE d.word IS NOT NULL
         ) SELECT word FROM d WHERE word IS NOT NULL LIMIT ${MOST_WORDS + 1}) AS one LIMIT ${MOST_WORDS + 1}`,
      [issuerId, ...columnsOf(ranges)],
    ),
  )
  return rows.map((row) => row.word)
}
