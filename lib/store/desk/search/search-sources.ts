import type { CertificateStatus } from '@/lib/domain/history/lineage-state'
import { readOnServingPool } from '@/lib/store/database/on-serving-pool'
import { columnsOf, type WordRange } from './search-by-words'
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
import { type Sieve, siftedBy, SPAN, type IssueSpan, spanOf, THIS_WEEK } from './search-sieve'

/** The most certificates that one search sifts by what no index knows. */
const MOST_SIFTED = 10_000
/** The most certificates' days of a week that are read for one search: they are those of every issuer. */
const MOST_OF_A_WEEK = 20_000

type Condition =
  | { words: readonly WordRange[] }
  | { status: CertificateStatus }
  | { serialKey: string }
  | { sieve: Sieve }

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
  if ('sieve' in condition && condition.sieve.checked === 'week' && (await isWeekBeyond(MOST_OF_A_WEEK))) return null
  const places = await readSet(issuerId, condition)
  if (places.length > MOST_READ) return null
  return {
    places: inOrder(places, order).filter((place) => after === null || isBeyond(place, after, order)),
    end: null,
  }
}

/** Whether more of all issuers' certificates than these were checked within the week, each counted once a day. */
export async function isWeekBeyond(most: number): Promise<boolean> {
  const { rowCount } = await readOnServingPool((pool) =>
    pool.query(`SELECT 1 FROM certificate_checks k WHERE ${THIS_WEEK} OFFSET $1 LIMIT 1`, [most]),
  )
  return rowCount === 1
}

function readSet(issuerId: string, condition: Condition): Promise<Place[]> {
  const most = `LIMIT ${MOST_READ + 1}`
  if ('words' in condition) {
    return readPlaces(
      `SELECT w.* FROM unnest($2::text[], $3::text[]) AS r(first, past) CROSS JOIN LATERAL (
         SELECT ${PLACE}, certificate_id AS id FROM certificate_words
         WHERE issuer_id = $1 AND word >= r.first AND word < r.past ${most}) AS w ${most}`,
      [issuerId, ...columnsOf(condition.words)],
    )
  }
  const values: unknown[] = [issuerId]
  const add = (value: unknown) => `$${values.push(value)}`
  const select = (from: string, fits: string) =>
    readPlaces(`SELECT ${PLACE}, c.id FROM ${from} WHERE c.issuer_id = $1 AND ${fits} ${most}`, values)
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
  { status, ...span }: IssueSpan & { status: CertificateStatus | null },
  after: Place | null,
  order: Order,
  most: number,
): Promise<Candidates> {
  const { beyond, by } = WAYS[order]
  const places = await readPlaces(
    `SELECT ${PLACE}, id FROM certificates c
     WHERE issuer_id = $1 ${status === null ? '' : 'AND status = $7'}
       AND (issued_at, id) ${beyond} ($2::timestamptz, $3::uuid) AND ${SPAN(5)}
     ORDER BY issued_at ${by}, id ${by} LIMIT $4`,
    [issuerId, ...bound(after, order, span), most, ...spanOf(span), ...(status === null ? [] : [status])],
  )
  return { places, end: places.length === most ? (places.at(-1) ?? null) : null }
}

/**
 * Those of the first certificates that a condition fits which no index knows: `MOST_SIFTED` are looked through, and at most
 * `MOST_READ` are found. Of an event or a file, only its own are looked through.
 */
export async function scanned(
  issuerId: string,
  search: IssueSpan & Sieve & { status: CertificateStatus | null },
  after: Place | null,
  order: Order,
): Promise<Candidates> {
  const { status, course, batch, ...sieve } = search
  const { beyond, by } = WAYS[order]
  const values: unknown[] = [issuerId, ...bound(after, order, search), ...spanOf(search)]
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
