import { readOnServingPool } from '@/lib/store/database/on-serving-pool'
import { transactionInTime } from '@/lib/store/database/transaction-in-time'
import { isSealed, queryFields, readRows } from '@/lib/store/keys/sealed-rows'
import type { SealedRows } from '@/lib/store/keys/sealed-tables'
import { countingPassport, endPreviousLink, entryState } from './passport-changes'

/** A lineage in a passport. */
export interface PassportEntry {
  lineageId: string
  /**
   * A serial of the chain in its matching form, by which its evidence is read; null when no row has this lineage, or its
   * place in the passport does not count.
   */
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
  /** All but those that were refused. */
  entries: PassportEntry[]
  /** How many its holder has refused. */
  refused: number
}

type EntryRow = SealedRows['passport_certificates'] & Pick<PassportEntry, 'serialKey' | 'serial'>

const ENTRIES = `SELECT e.*, c.serial_key, c.serial FROM passport_certificates e
  LEFT JOIN LATERAL (
    SELECT serial_key, serial FROM certificates WHERE lineage_id = e.lineage_id ORDER BY revision DESC LIMIT 1
  ) c ON true
  WHERE e.passport_id = $1 ORDER BY e.place`

/**
 * The passport of this handle with what its holder chose; null when there is none, or it is not public.
 * @throws ServiceError `unavailable` when its row fails its check
 */
export async function findPublishedPassport(handle: string): Promise<StoredPassport | null> {
  const found = await read('handle = $1 AND published', handle)
  return found && { ...found, entries: found.entries.filter(({ chosen }) => chosen) }
}

/**
 * The passport whose private link has this hash, with all that issuers added. The link that a new one replaced opens it
 * too, until the new one is used: which ends it here.
 * @throws ServiceError `unavailable` when its row fails its check
 */
export async function findManagedPassport(manageHash: string): Promise<StoredPassport | null> {
  const found = await read('manage_hash = $1 OR previous_manage_hash = $1', manageHash)
  if (found?.replacedLink) await transactionInTime((tx) => endPreviousLink(tx, manageHash))
  return found
}

async function read(where: string, value: string): Promise<(StoredPassport & { replacedLink: boolean }) | null> {
  const [row] = await readOnServingPool((pool) => readRows(pool, 'passports', where, [value]))
  const passport = countingPassport(row)
  if (!passport) return null
  const { id, handle, showName, published, previousManageHash } = passport
  const rows = await readOnServingPool((pool) => queryFields<EntryRow>(pool, ENTRIES, [id]))
  const kept = rows.filter((entry) => entryState(entry) !== 'refused')
  const entries = kept.map((entry) => {
    const { lineageId, serialKey, serial, chosen } = entry
    // One that does not count stands there as undetermined: left out, it would read as withdrawn.
    return isSealed('passport_certificates', entry)
      ? { lineageId, serialKey, serial, chosen }
      : { lineageId, serialKey: null, serial: null, chosen: true }
  })
  const refused = rows.length - kept.length
  return { id, handle, showName, published, replacedLink: previousManageHash !== null, entries, refused }
}
