import type { DomainAssurance } from '@/lib/domain/history/evidence'
import type { Transaction } from '@/lib/store/database/database'
import { readOnServingPool } from '@/lib/store/database/on-serving-pool'
import { requireWritten } from '@/lib/store/database/shape/require-written'
import { findSealed, type Querying } from '@/lib/store/keys/sealed-rows'

/** An issuer with its current slug. */
export interface StoredIssuer {
  id: string
  slug: string
  name: string
  domain: string
  assurance: DomainAssurance
  did: string
  suspended: boolean
}

/** An issuer as its row says, with the MAC by which the row is believed. */
export interface SealedIssuer extends StoredIssuer {
  mac: string | null
}

const SELECT = `SELECT i.id, s.slug, i.name, i.domain, i.assurance, i.did, i.suspended, i.mac FROM issuers i
  JOIN issuer_slugs s ON s.issuer_id = i.id AND s.current`

/** Finds an issuer by its current or an earlier slug; by a slug that somebody led to another, none. */
export async function findIssuerBySlug(tx: Transaction, slug: string): Promise<SealedIssuer | null> {
  const [named] = await findSealed(tx, 'issuer_slugs', 'slug = $1', [slug])
  if (!named) return null
  return findIssuerById(tx, named.issuerId)
}

/** An issuer by its id; null when there is none. */
export async function findIssuerById(db: Querying, id: string): Promise<SealedIssuer | null> {
  return (await db.query<SealedIssuer>(`${SELECT} WHERE i.id = $1`, [id])).rows[0] ?? null
}

/** Finds an issuer by its domain, whatever its slugs say; its slug is empty. */
export async function findIssuerByDomain(tx: Transaction, domain: string): Promise<SealedIssuer | null> {
  const { rows } = await tx.query<SealedIssuer>(
    "SELECT id, '' AS slug, name, domain, assurance, did, suspended, mac FROM issuers WHERE domain = $1",
    [domain],
  )
  return rows[0] ?? null
}

/** The id of the issuer with this DID, or null. */
export async function findIssuerIdByDid(did: string): Promise<string | null> {
  const { rows } = await readOnServingPool((pool) =>
    pool.query<{ id: string }>('SELECT id FROM issuers WHERE did = $1', [did]),
  )
  return rows[0]?.id ?? null
}

/**
 * Finds an issuer and holds it as it is until the transaction ends. Under an advisory lock, since row locks know no queue: of
 * many who share a row, one after the other, none would ever let pass who wants to suspend the issuer.
 * @param mode `share` for what needs it unchanged, such as issuing; `update` for what changes it, such as suspending
 */
export async function holdIssuer(tx: Transaction, id: string, mode: 'share' | 'update'): Promise<SealedIssuer | null> {
  const lock = mode === 'share' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock'
  await tx.query(`SELECT ${lock}(hashtextextended('issuer:' || $1, 0))`, [id])
  const { rows } = await tx.query<SealedIssuer>(
    `${SELECT} WHERE i.id = $1 FOR ${mode === 'share' ? 'SHARE' : 'UPDATE'} OF i`,
    [id],
  )
  return rows[0] ?? null
}

/** Sets the column that must agree with the issuer's events. */
export async function setSuspended(tx: Transaction, id: string, suspended: boolean): Promise<void> {
  const sql = `WITH written AS (UPDATE issuers SET suspended = $2 WHERE id = $1 RETURNING suspended)
    SELECT suspended FROM written WHERE suspended = $2`
  requireWritten(await tx.query(sql, [id, suspended]), 'issuers')
}
