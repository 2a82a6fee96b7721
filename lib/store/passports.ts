import { onServingPool, readOnServingPool } from './on-serving-pool'
import { endPreviousLink } from './passport-changes'

/** A chain of corrections in a passport. */
export interface PassportEntry {
  lineageId: string
  /** A serial of the chain in its matching form, by which its evidence is read; null when no row has this lineage. */
  serialKey: string | null
  /** The same serial as it is written; null with it. */
  serial: string | null
  chosen: boolean
}

/** A passport as it is stored, its entries in the order in which they were added. */
export interface StoredPassport {
  id: string
  handle: string
  showName: boolean
  published: boolean
  entries: PassportEntry[]
}

type Row = Omit<StoredPassport, 'entries'> &
  Omit<PassportEntry, 'lineageId'> & { lineageId: string | null; replacedLink: boolean }

const SELECT = `SELECT p.id, p.handle, p.show_name AS "showName", p.published, e.lineage_id AS "lineageId",
    e.chosen, c.serial_key AS "serialKey", c.serial, p.previous_manage_hash IS NOT NULL AS "replacedLink"
  FROM passports p LEFT JOIN passport_certificates e ON e.passport_id = p.id
  LEFT JOIN LATERAL (
    SELECT serial_key, serial FROM certificates WHERE lineage_id = e.lineage_id ORDER BY revision DESC LIMIT 1
  ) c ON true`

/** The passport of this handle with what its holder chose; null when there is none, or it is not public. */
export async function findPublishedPassport(handle: string): Promise<StoredPassport | null> {
  const found = await read(`${SELECT} WHERE p.handle = $1 AND p.published ORDER BY e.place`, handle)
  return found && { ...found, entries: found.entries.filter(({ chosen }) => chosen) }
}

/**
 * The passport whose private link has this hash, with all that issuers added. The link that a new one replaced opens it
 * too, until the new one is used: which ends it here.
 */
export async function findManagedPassport(manageHash: string): Promise<StoredPassport | null> {
  const sql = `${SELECT} WHERE p.manage_hash = $1 OR p.previous_manage_hash = $1 ORDER BY e.place`
  const found = await read(sql, manageHash)
  if (found?.replacedLink) await onServingPool((pool) => endPreviousLink(pool, manageHash))
  return found
}

async function read(sql: string, value: string): Promise<(StoredPassport & { replacedLink: boolean }) | null> {
  const { rows } = await readOnServingPool((pool) => pool.query<Row>(sql, [value]))
  const [first] = rows
  if (!first) return null
  const { id, handle, showName, published, replacedLink } = first
  const entries = rows.flatMap(({ lineageId, serialKey, serial, chosen }) =>
    lineageId === null ? [] : [{ lineageId, serialKey, serial, chosen }],
  )
  return { id, handle, showName, published, replacedLink, entries }
}
