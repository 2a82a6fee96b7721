import type { IssuerKeyRow } from '@/lib/domain/history/evidence'
import type { Transaction } from '@/lib/store/database/database'
import { readOnServingPool } from '@/lib/store/database/on-serving-pool'
import { requireWritten } from '@/lib/store/database/shape/require-written'
import { noteKeyChange } from '@/lib/store/journal/pending-records'

/** A row of an issuer's signing keys with its encrypted private half. */
export interface EncryptedIssuerKeyRow extends IssuerKeyRow {
  privateSealed: string | null
}

const COLUMNS = `id, issuer_id AS "issuerId", key_id AS "keyId", algorithm, public_jwk AS "publicJwk",
  private_sealed AS "privateSealed", statement, state`

/**
 * The active keys of an issuer, held as they are until the transaction ends: a retirement or a compromise waits for
 * what is being signed, and what is signed sees it.
 */
export async function holdActiveSigningKeys(tx: Transaction, issuerId: string): Promise<EncryptedIssuerKeyRow[]> {
  const { rows } = await tx.query<EncryptedIssuerKeyRow>(
    `SELECT ${COLUMNS} FROM issuer_signing_keys WHERE issuer_id = $1 AND state = 'active' FOR SHARE`,
    [issuerId],
  )
  return rows
}

/** As `holdActiveSigningKeys` without holding them, on the connections for answering requests. */
export async function readActiveSigningKeys(issuerId: string): Promise<EncryptedIssuerKeyRow[]> {
  const { rows } = await readOnServingPool((pool) =>
    pool.query<EncryptedIssuerKeyRow>(
      `SELECT ${COLUMNS} FROM issuer_signing_keys WHERE issuer_id = $1 AND state = 'active'`,
      [issuerId],
    ),
  )
  return rows
}

/** Every signing key whose private half is still kept. */
export async function findEncryptedSigningKeys(tx: Transaction): Promise<EncryptedIssuerKeyRow[]> {
  const { rows } = await tx.query<EncryptedIssuerKeyRow>(
    `SELECT ${COLUMNS} FROM issuer_signing_keys WHERE private_sealed IS NOT NULL ORDER BY id FOR UPDATE`,
  )
  return rows
}

/** A signing key with its private half, and when it was made. */
export interface StoredSigningKey extends EncryptedIssuerKeyRow {
  createdAt: Date
}

const FIND_ALL = `SELECT ${COLUMNS}, created_at AS "createdAt" FROM issuer_signing_keys WHERE issuer_id = $1
  ORDER BY created_at DESC, algorithm`

/** All signing keys of an issuer, the newest first. */
export async function findSigningKeyRows(tx: Transaction, issuerId: string): Promise<StoredSigningKey[]> {
  return (await tx.query<StoredSigningKey>(FIND_ALL, [issuerId])).rows
}

/** As `findSigningKeyRows`; changes of them wait until the transaction ends. */
export async function holdSigningKeyRows(tx: Transaction, issuerId: string): Promise<StoredSigningKey[]> {
  return (await tx.query<StoredSigningKey>(`${FIND_ALL} FOR UPDATE`, [issuerId])).rows
}

/** Writes the state that must agree with a key's events, and destroys its private half: it never signs again. */
export async function endStoredSigningKey(
  tx: Transaction,
  id: string,
  state: 'retired' | 'compromised',
): Promise<void> {
  const sql = `WITH written AS (UPDATE issuer_signing_keys SET state = $2::key_state, private_sealed = NULL WHERE id = $1 RETURNING *)
    SELECT id FROM written WHERE state = $2::key_state AND private_sealed IS NULL`
  requireWritten(await tx.query(sql, [id, state]), 'issuer_signing_keys')
  noteKeyChange(tx, { table: 'issuer_signing_keys', id, state })
}

/** The slugs of the issuers that have a compromised key. */
export async function findCompromisedKeyOwners(tx: Transaction): Promise<string[]> {
  const { rows } = await tx.query<{ slug: string }>(
    `SELECT slug FROM issuer_slugs WHERE current AND issuer_id IN (
       SELECT issuer_id FROM issuer_signing_keys WHERE state = 'compromised') ORDER BY slug`,
  )
  return rows.map(({ slug }) => slug)
}

/** Adds a signing key of an issuer. */
export async function insertSigningKey(tx: Transaction, row: EncryptedIssuerKeyRow): Promise<void> {
  const written = await tx.query(
    `INSERT INTO issuer_signing_keys (id, issuer_id, key_id, algorithm, public_jwk, private_sealed, statement, state)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [row.id, row.issuerId, row.keyId, row.algorithm, row.publicJwk, row.privateSealed, row.statement, row.state],
  )
  requireWritten(written, 'issuer_signing_keys')
  noteKeyChange(tx, { table: 'issuer_signing_keys', id: row.id, state: row.state })
}

/** Writes the encrypted private half of a key in use anew. */
export async function updateEncryptedSigningKey(tx: Transaction, id: string, privateSealed: string): Promise<void> {
  await tx.query('UPDATE issuer_signing_keys SET private_sealed = $2 WHERE id = $1', [id, privateSealed])
  noteKeyChange(tx, { table: 'issuer_signing_keys', id, state: 'active' })
}
