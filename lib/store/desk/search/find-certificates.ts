import type { CertificateStatus } from '@/lib/domain/history/lineage-state'
import type { Deadline } from '@/lib/store/database/deadline'
import { readOnServingPool } from '@/lib/store/database/on-serving-pool'
import { askedWords } from './asked-words'
import { mergedWords, wordRanges } from './search-by-words'
import { type Candidates, MOST_READ, type Order, type Place } from './search-order'
import { isSifted, siftedBy, type Sieve, SPAN, spanOf } from './search-sieve'
import { completeSet, everything, scanned } from './search-sources'

/** The criteria of a search for certificates, all of which must fit; null for those that do not matter. */
export interface CertificateSearch extends Sieve {
  name: string | null
  registrationNumber: string | null
  eventTitle: string | null
  /** In its matching form. */
  serialKey: string | null
  /** Names that sound like that one are meant, too, and those whose parts stand by themselves. */
  near?: boolean
  status: CertificateStatus | null
  /** Issued from this moment on, and before that one. */
  from?: Date | null
  until?: Date | null
  /** The newest first where nothing is said. */
  order?: Order
}

/** Some certificates, in their order. */
interface CertificatePlaces {
  found: (Place & { serialKey: string })[]
  /** Where to go on; null at the end. */
  next: Place | null
  /** Reading stopped at its bound before the page was full: there may be more behind `next`. */
  stopped: boolean
}

const CHUNK = 250

/**
 * Finds certificates of an issuer, at a cost that does not grow with how many it has: what is
 * rare is read whole and tested against the rest; where all that is asked for is common, the first of one word are
 * tested, at most a thousand at a time, and `stopped` says so.
 * @param after the last of the page before, or null for the first page
 * @param deadline after which nobody waits for it, and no further query is sent
 */
export async function findCertificatePlaces(
  issuerId: string,
  search: CertificateSearch,
  after: Place | null,
  limit: number,
  deadline?: Deadline,
): Promise<CertificatePlaces> {
  const words = await askedWords(search)
  if (words === null) return { found: [], next: null, stopped: false }
  const candidates = await chooseSource(issuerId, search, words, after, limit)
  const found: CertificatePlaces['found'] = []
  for (let from = 0; from < candidates.places.length && found.length <= limit && !deadline?.passed; from += CHUNK)
    found.push(...(await fitting(issuerId, search, words, candidates.places.slice(from, from + CHUNK))))
  if (found.length > limit) return { found: found.slice(0, limit), next: found[limit - 1] ?? null, stopped: false }
  return { found, next: candidates.end, stopped: candidates.end !== null }
}

async function chooseSource(
  issuerId: string,
  search: CertificateSearch,
  words: readonly string[],
  after: Place | null,
  limit: number,
): Promise<Candidates> {
  const { serialKey, status, order = 'newest' } = search
  if (serialKey !== null) return completeSet(issuerId, { serialKey }, after, order) as Promise<Candidates>
  // The longest word is mostly the rarest.
  const ordered = words.map(wordRanges).sort(([a], [b]) => (b?.first.length ?? 0) - (a?.first.length ?? 0))
  for (const ranges of ordered) {
    const set = await completeSet(issuerId, { words: ranges }, after, order)
    if (set) return set
  }
  const { term, ends, course, batch, checked } = search
  // What an index knows: not whether one was never or ever checked.
  if (isSifted({ term, ends, course, batch }) || checked === 'week') {
    const sieve = { term, ends, course, batch, checked: checked === 'week' ? checked : null }
    const set = await completeSet(issuerId, { sieve }, after, order)
    if (set) return set
  }
  if (status !== null && ordered.length > 0) {
    const set = await completeSet(issuerId, { status }, after, order)
    if (set) return set
  }
  if (ordered.length === 0 && isSifted(search)) return scanned(issuerId, search, after, order)
  const merged = ordered[0] === undefined ? null : await mergedWords(issuerId, ordered[0], search, after, order)
  return merged ?? everything(issuerId, search, after, order, ordered.length === 0 ? limit + 1 : MOST_READ)
}

/** Those of the candidates that fit everything, in their order. */
async function fitting(
  issuerId: string,
  search: CertificateSearch,
  words: readonly string[],
  places: readonly Place[],
): Promise<CertificatePlaces['found']> {
  const { status, serialKey } = search
  const ranges = words.flatMap((word, index) => wordRanges(word).map((range) => ({ ...range, index })))
  const values: unknown[] = [
    places.map(({ id }) => id),
    issuerId,
    status,
    ranges.map(({ first }) => first),
    ranges.map(({ past }) => past),
    serialKey,
    ...spanOf(search),
    ranges.map(({ index }) => index),
    words.length,
  ]
  const fits = siftedBy(search, (value) => `$${values.push(value)}`)
  const { rows } = await readOnServingPool((pool) =>
    pool.query<{ id: string; serialKey: string }>(
      `SELECT c.id, c.serial_key AS "serialKey" FROM unnest($1::uuid[]) AS u(id) JOIN certificates c ON c.id = u.id
       WHERE c.issuer_id = $2 AND ($3::certificate_status IS NULL OR c.status = $3) AND ($6::text IS NULL OR c.serial_key = $6)
         AND ${SPAN(7)} AND ${fits}
         AND NOT EXISTS (
           SELECT 1 FROM generate_series(0, $10::int - 1) AS a(asked) WHERE NOT EXISTS (
             SELECT 1 FROM unnest($4::text[], $5::text[], $9::int[]) AS r(first, past, asked), unnest(c.search_words) AS w
             WHERE r.asked = a.asked AND w COLLATE "C" >= r.first AND w COLLATE "C" < r.past))`,
      values,
    ),
  )
  const keys = new Map(rows.map((row) => [row.id, row.serialKey]))
  return places.flatMap((place) => {
    const key = keys.get(place.id)
    return key === undefined ? [] : [{ ...place, serialKey: key }]
  })
}
