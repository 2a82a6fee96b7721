import type pg from 'pg'
import type { ServiceKeyRow } from '@/lib/domain/history/evidence'
import type { Transaction } from '@/lib/store/database/database'
import { readOnServingPool } from '@/lib/store/database/on-serving-pool'
import { requireWritten } from '@/lib/store/database/shape/require-written'
import { noteKeyChange } from '@/lib/store/journal/pending-records'

/** A row of the service's own keys with its encrypted private half. */
export interface EncryptedServiceKeyRow extends ServiceKeyRow {
  privateSealed: string | null
}

/** The owner that the service's encrypted keys are bound to; issuers' keys are bound to their issuer's id. */
export const SERVICE_KEY_OWNER = 'service'

const ADVISORY_LOCK = 7270_7370

/** Waits until no other process makes or changes a service key; held until the transaction ends. */
export async function lockServiceKeys(tx: Transaction): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCK])
}

const FIND_SQL = `SELECT id, public_jwk AS "publicJwk", private_sealed AS "privateSealed", state, mac
  FROM service_keys ORDER BY created_at DESC, id`

/** Every service key, the newest first. */
export async function findServiceKeys(db: pg.Pool | Transaction): Promise<EncryptedServiceKeyRow[]> {
  return (await db.query<EncryptedServiceKeyRow>(FIND_SQL)).rows
}

/** Whether anything is there that a service key signed: in an empty database none was, whatever journal lies beside it. */
export async function hasSigned(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.query<{ signed: boolean }>(
    'SELECT EXISTS (SELECT FROM issuer_signing_keys) OR EXISTS (SELECT FROM events) AS signed',
  )
  return rows[0]?.signed ?? false
}

/** As `findServiceKeys`, on the connections for answering requests. */
export async function readServiceKeys(): Promise<EncryptedServiceKeyRow[]> {
  return (await readOnServingPool((pool) => pool.query<EncryptedServiceKeyRow>(FIND_SQL))).rows
}

/** Adds a service key. */
export async function insertServiceKey(tx: Transaction, row: EncryptedServiceKeyRow): Promise<void> {
  await tx.query('INSERT INTO service_keys (id, public_jwk, private_sealed, state, mac) VALUES ($1, $2, $3, $4, $5)', [
    row.id,
    row.publicJwk,
    row.privateSealed,
    row.state,
    row.mac,
  ])
  noteKeyChange(tx, { table: 'service_keys', id: row.id, state: row.state })
}

/** Retires a service key and destroys its private half; its MAC covers the state. */
export async function retireStoredServiceKey(tx: Transaction, id: string, mac: string): Promise<void> {
  const sql = `WITH written AS (UPDATE service_keys SET state = 'retired', private_sealed = NULL, mac = $2 WHERE id = $1 RETURNING *)
    SELECT id FROM written WHERE state = 'retired' AND private_sealed IS NULL`
  requireWritten(await tx.query(sql, [id, mac]), 'service_keys')
  noteKeyChange(tx, { table: 'service_keys', id, state: 'retired' })
}

/** Writes what depends on the key encryption key anew. */
export async function updateServiceKey(
  tx: Transaction,
  row: Pick<EncryptedServiceKeyRow, 'id' | 'privateSealed' | 'mac' | 'state'>,
): Promise<void> {
  await tx.query('UPDATE service_keys SET private_sealed = $2, mac = $3 WHERE id = $1', [
    row.id,
    row.privateSealed,
    row.mac,
  ])
  noteKeyChange(tx, { table: 'service_keys', id: row.id, state: row.state })
}
