import { readOnServingPool } from '@/lib/store/database/on-serving-pool'
import { lookedFor } from '@/lib/store/records/looked-for'

/** An issuer is never deleted, and has its keys, a current slug and the words that it is found by from the beginning on. */
const HAVE_NO_ISSUER = ['issuer_signing_keys', 'issuer_slugs'].map(
  (table) => `EXISTS (SELECT FROM ${table} t WHERE NOT EXISTS (SELECT FROM issuers i WHERE i.id = t.issuer_id))`,
)
const HAS_NO_ROW = ['issuer_slugs t WHERE t.current AND', "issuer_words t WHERE t.word = '' AND"].map(
  (rows) => `EXISTS (SELECT FROM issuers i WHERE NOT EXISTS (SELECT FROM ${rows} t.issuer_id = i.id))`,
)

/**
 * Whether rows of issuers are lost: what one has and names none, or one that has not what each has. Then nobody can tell that a slug
 * or a word leads to no issuer. An earlier slug that is lost leaves no such trace.
 */
export function areIssuersLost(): Promise<boolean> {
  return lookedFor('issuers', look)
}

async function look(): Promise<boolean> {
  const { rows } = await readOnServingPool((pool) =>
    pool.query<{ lost: boolean }>(`SELECT ${[...HAVE_NO_ISSUER, ...HAS_NO_ROW].join(' OR ')} AS lost`),
  )
  return rows[0]?.lost ?? false
}

/**
 * Whether anything names an issuer by its id that only an issuer has.
 * @param id of an issuer that has no row
 */
export async function isIssuerNamed(id: string): Promise<boolean> {
  const tables = ['issuer_signing_keys', 'issuer_slugs', 'status_lists', 'certificates']
  const named = tables.map((table) => `EXISTS (SELECT FROM ${table} WHERE issuer_id = $1)`)
  const { rows } = await readOnServingPool((pool) =>
    pool.query<{ named: boolean }>(
      `SELECT ${named.join(' OR ')} OR EXISTS (SELECT FROM events WHERE chain_id = $1)
         OR EXISTS (SELECT FROM log_leaves WHERE subject = $1 AND kind = 'issuer') AS named`,
      [id],
    ),
  )
  return rows[0]?.named ?? false
}
