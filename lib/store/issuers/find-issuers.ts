import { readOnServingPool } from '@/lib/store/database/on-serving-pool'

/** The position of an issuer in the directory, which is sorted by name. */
export interface IssuerPlace {
  id: string
  sortName: string
}

/** What an issuer must have a word for: any of these beginnings. */
export interface WordBeginnings {
  /** Each of one of these lists. */
  anyOf: string[][]
}

const FIRST: IssuerPlace = { id: '00000000-0000-0000-0000-000000000000', sortName: '' }

/** What was typed without case and accents, as the index holds words. */
export async function foldSearch(text: string): Promise<string> {
  const { rows } = await readOnServingPool((pool) =>
    pool.query<{ folded: string }>('SELECT fold_search_text($1) AS folded', [text]),
  )
  return rows[0]?.folded ?? ''
}

/**
 * Finds issuers that fit every one of these, in order of names; all of them where nothing is asked for.
 * @param after the last of the page before, or null for the first page
 */
export async function findIssuerPlaces(
  wanted: readonly WordBeginnings[],
  after: IssuerPlace | null,
  limit: number,
): Promise<IssuerPlace[]> {
  const { sortName, id } = after ?? FIRST
  const values: unknown[] = [sortName, id, limit]
  const begins = (word: string) => {
    values.push(word, `${word}\u{10ffff}`)
    return `SELECT issuer_id, sort_name FROM issuer_words WHERE word >= $${values.length - 1} AND word < $${values.length}`
  }
  const one = ({ anyOf }: WordBeginnings) =>
    anyOf.map((words) => `(${words.map((word) => `(${begins(word)})`).join(' INTERSECT ')})`).join(' UNION ')
  const found =
    wanted.length > 0
      ? wanted.map((word) => `(${one(word)})`).join(' INTERSECT ')
      : `SELECT issuer_id, sort_name FROM issuer_words WHERE word = ''`
  const { rows } = await readOnServingPool((pool) =>
    pool.query<IssuerPlace>(
      `SELECT DISTINCT issuer_id AS id, sort_name AS "sortName" FROM (${found}) AS found
       WHERE (sort_name, issuer_id) > ($1::text, $2::uuid) ORDER BY 2, 1 LIMIT $3`,
      values,
    ),
  )
  return rows
}
