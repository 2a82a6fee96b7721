import type { CertificateStatus } from '@/lib/domain/history/lineage-state'
import { readOnServingPool } from '@/lib/store/database/on-serving-pool'

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

/** The most different words that a prefix is taken apart into. */
const MOST_WORDS = 24
/** The fewest first entries of each of them. */
const FEWEST_EACH = 52

const PLACE = 'floor(extract(epoch FROM issued_at) * 1000)::float8 AS "issuedAt"'

/** In SQL, how rows that come next compare with the last one, and how they are sorted. */
const WAYS: Record<Order, { beyond: '<' | '>'; by: 'ASC' | 'DESC' }> = {
  newest: { beyond: '<', by: 'DESC' },
  oldest: { beyond: '>', by: 'ASC' },
}

/** The most certificates that one search sifts by what no index knows. */
const MOST_SIFTED = 10_000

/** What a certificate's end is to this moment; `ended` is withdrawn or replaced. */
type Term = 'current' | 'expired' | 'ending' | 'ended'

/** In SQL, of certificates `c`; what ends soon ends within 60 days, as the start page counts it. */
const TERMS: Record<Term, string> = {
  current: "c.status = 'issued' AND (c.expires_at IS NULL OR c.expires_at > pg_catalog.now())",
  ended: "c.status IN ('withdrawn', 'superseded')",
  expired: "c.status = 'issued' AND c.expires_at <= pg_catalog.now()",
  ending:
    "c.status = 'issued' AND c.expires_at > pg_catalog.now() AND c.expires_at < pg_catalog.now() + interval '60 days'",
}

const CHECKS_OF = 'SELECT 1 FROM certificate_checks k WHERE k.certificate_id = c.id'
const THIS_WEEK = "k.day >= (pg_catalog.now() AT TIME ZONE 'UTC')::date - 6"

/** Whether a certificate was checked in public. */
type Checked = 'never' | 'ever' | 'week'

/** In SQL, of certificates `c`; the week is that of the start page, with today as its last day. */
const CHECKED: Record<Checked, string> = {
  never: `NOT EXISTS (${CHECKS_OF})`,
  ever: `EXISTS (${CHECKS_OF})`,
  week: `EXISTS (${CHECKS_OF} AND ${THIS_WEEK})`,
}

/** What only some searches ask for; all of it must fit. */
export interface Sieve {
  term?: Term | null
  checked?: Checked | null
  /** Current ones that end from this moment on, and before that one. */
  ends?: { from: Date; until: Date } | null
  /** The event as it was issued, to the letter. */
  course?: string | null
  /** The file that they were issued from. */
  batch?: string | null
}

/** Whether it asks for anything. */
export function isSifted({ term, checked, ends, course, batch }: Sieve): boolean {
  return Boolean(term ?? checked ?? ends ?? course ?? batch)
}

/** In SQL, whether a certificate `c` fits what is asked for. @param add gives a value its parameter */
export function siftedBy({ term, checked, ends, course, batch }: Sieve, add: (value: unknown) => string): string {
  const fits = [
    ...(term ? [TERMS[term]] : []),
    ...(checked ? [CHECKED[checked]] : []),
    ...(ends ? [`c.status = 'issued' AND ${endsWithin(ends, add)}`] : []),
    ...(course ? [`c.event_title = ${add(course)}`] : []),
    ...(batch
      ? [`EXISTS (SELECT 1 FROM import_rows r WHERE r.certificate_id = c.id AND r.batch_id = ${add(batch)}::uuid)`]
      : []),
  ]
  return fits.length === 0 ? 'true' : fits.join(' AND ')
}

function endsWithin({ from, until }: NonNullable<Sieve['ends']>, add: (value: unknown) => string): string {
  return `c.expires_at >= ${add(from)}::timestamptz AND c.expires_at < ${add(until)}::timestamptz`
}

/** When certificates were issued: from one moment on, and before another. */
interface Span {
  from?: Date | null
  until?: Date | null
}

/** In SQL, whether a certificate `c` was issued within a span whose ends are this parameter and the next. */
export const SPAN = (at: number) => `c.issued_at >= $${at}::timestamptz AND c.issued_at < $${at + 1}::timestamptz`

/** The two ends of a span, as parameters. */
export function spanOf({ from, until }: Span): [string, string] {
  return [from?.toISOString() ?? '-infinity', until?.toISOString() ?? 'infinity']
}

/** Words in the order of their bytes: from `first` on, before `past`. */
interface WordRange {
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
function columnsOf(ranges: readonly WordRange[]): [string[], string[]] {
  return [ranges.map(({ first }) => first), ranges.map(({ past }) => past)]
}

type Condition =
  { words: readonly WordRange[] } | { status: CertificateStatus } | { serialKey: string } | { sieve: Sieve }

/**
 * Everything under one condition.
 * @returns null when that is more than is read
 */
export async function completeSet(
  issuerId: string,
  condition: Condition,
  after: Place | null,
  order: Order,
): Promise<Candidates | null> {
  const places = await readSet(issuerId, condition)
  if (places.length > MOST_READ) return null
  return {
    places: inOrder(places, order).filter((place) => after === null || isBeyond(place, after, order)),
    end: null,
  }
}

function readSet(issuerId: string, condition: Condition): Promise<Place[]> {
  const most = `LIMIT ${MOST_READ + 1}`
  if ('words' in condition) {
    return read(
      `SELECT w.* FROM unnest($2::text[], $3::text[]) AS r(first, past) CROSS JOIN LATERAL (
         SELECT ${PLACE}, certificate_id AS id FROM certificate_words
         WHERE issuer_id = $1 AND word >= r.first AND word < r.past ${most}) AS w ${most}`,
      [issuerId, ...columnsOf(condition.words)],
    )
  }
  const values: unknown[] = [issuerId]
  const add = (value: unknown) => `$${values.push(value)}`
  const select = (from: string, fits: string) =>
    read(`SELECT ${PLACE}, c.id FROM ${from} WHERE c.issuer_id = $1 AND ${fits} ${most}`, values)
  if ('serialKey' in condition) return select('certificates c', `c.serial_key = ${add(condition.serialKey)}`)
  if ('status' in condition) return select('certificates c', `c.status = ${add(condition.status)}`)
  const { batch, checked, ...rest } = condition.sieve
  if (batch) {
    const from = `import_rows b JOIN certificates c ON c.id = b.certificate_id AND b.batch_id = ${add(batch)}::uuid`
    return select(from, siftedBy({ ...rest, ...(checked && { checked }) }, add))
  }
  if (checked === 'week') {
    const from = `(SELECT DISTINCT certificate_id FROM certificate_checks k WHERE ${THIS_WEEK}) seen
      JOIN certificates c ON c.id = seen.certificate_id`
    return select(from, siftedBy(rest, add))
  }
  return select('certificates c', siftedBy(rest, add))
}

/** The first certificates of a span, of one status or all. */
export async function everything(
  issuerId: string,
  { status, ...span }: Span & { status: CertificateStatus | null },
  after: Place | null,
  order: Order,
  most: number,
): Promise<Candidates> {
  const { beyond, by } = WAYS[order]
  const places = await read(
    `SELECT ${PLACE}, id FROM certificates c
     WHERE issuer_id = $1 ${status === null ? '' : 'AND status = $7'}
       AND (issued_at, id) ${beyond} ($2::timestamptz, $3::uuid) AND ${SPAN(5)}
     ORDER BY issued_at ${by}, id ${by} LIMIT $4`,
    [issuerId, ...bound(after, order), most, ...spanOf(span), ...(status === null ? [] : [status])],
  )
  return { places, end: places.length === most ? (places.at(-1) ?? null) : null }
}

/**
 * Those of the first certificates that a condition fits which no index knows: `MOST_SIFTED` are looked through, and at most
 * `MOST_READ` are found. Of an event or a file, only its own are looked through.
 */
export async function scanned(
  issuerId: string,
  search: Span & Sieve & { status: CertificateStatus | null },
  after: Place | null,
  order: Order,
): Promise<Candidates> {
  const { status, course, batch, ...sieve } = search
  const { beyond, by } = WAYS[order]
  const values: unknown[] = [issuerId, ...bound(after, order), ...spanOf(search)]
  const add = (value: unknown) => `$${values.push(value)}`
  const from = batch
    ? `import_rows b JOIN certificates c ON c.id = b.certificate_id AND b.batch_id = ${add(batch)}::uuid`
    : 'certificates c'
  const query = `WITH next AS MATERIALIZED (
      SELECT c.id, c.issued_at, c.status, c.expires_at FROM ${from}
      WHERE c.issuer_id = $1 ${status === null ? '' : `AND c.status = ${add(status)}`}
        AND ${siftedBy({ course: course ?? null }, add)}
        AND (c.issued_at, c.id) ${beyond} ($2::timestamptz, $3::uuid) AND ${SPAN(4)}
      ORDER BY c.issued_at ${by}, c.id ${by} LIMIT ${MOST_SIFTED}),
    sifted AS (
      SELECT c.*, (${siftedBy(sieve, add)}) AS fits,
        row_number() OVER (ORDER BY c.issued_at ${by}, c.id ${by}) AS position FROM next c)
    SELECT ${PLACE}, id, fits, position::int AS position FROM sifted WHERE fits OR position = ${MOST_SIFTED}
    ORDER BY position LIMIT ${MOST_READ}`
  const rows = (await readOnServingPool((pool) => pool.query<Sifted>(query, values))).rows
  const last = rows.at(-1)
  const isCut = last !== undefined && (rows.length === MOST_READ || last.position === MOST_SIFTED)
  const place = ({ issuedAt, id }: Place): Place => ({ issuedAt, id })
  return { places: rows.filter((row) => row.fits).map(place), end: isCut ? place(last) : null }
}

interface Sifted extends Place {
  fits: boolean
  position: number
}

/**
 * The first certificates with any of these words, where they are common ones: merged from the first of each word.
 * @returns null when too many different words are meant
 */
export async function mergedWords(
  issuerId: string,
  ranges: readonly WordRange[],
  after: Place | null,
  order: Order,
): Promise<Candidates | null> {
  const words = await expand(issuerId, ranges)
  if (words.length > MOST_WORDS) return null
  const each = Math.max(FEWEST_EACH, Math.floor(MOST_READ / words.length))
  const { beyond, by } = WAYS[order]
  const lists = await Promise.all(
    words.map((one) =>
      read(
        `SELECT ${PLACE}, certificate_id AS id FROM certificate_words
         WHERE issuer_id = $1 AND word = $5 AND (issued_at, certificate_id) ${beyond} ($2::timestamptz, $3::uuid)
         ORDER BY issued_at ${by}, certificate_id ${by} LIMIT $4`,
        [issuerId, ...bound(after, order), each, one],
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

async function read(sql: string, values: unknown[]): Promise<Place[]> {
  return (await readOnServingPool((pool) => pool.query<Place>(sql, values))).rows
}

function bound(after: Place | null, order: Order): [string, string] {
  if (after !== null) return [new Date(after.issuedAt).toISOString(), after.id]
  return order === 'newest'
    ? ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff']
    : ['-infinity', '00000000-0000-0000-0000-000000000000']
}

/** Whether `a` stands behind `b` in this order. */
function isBeyond(a: Place, b: Place, order: Order): boolean {
  const [older, newer] = order === 'newest' ? [a, b] : [b, a]
  return older.issuedAt < newer.issuedAt || (older.issuedAt === newer.issuedAt && older.id < newer.id)
}

/** In order, each once. */
function inOrder(places: readonly Place[], order: Order): Place[] {
  const each = [...new Map(places.map((place) => [place.id, place])).values()]
  return each.sort((a, b) => (isBeyond(a, b, order) ? 1 : -1))
}
