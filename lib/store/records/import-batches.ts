import { randomUUID } from 'node:crypto'
import { type Transaction, workingPool } from '@/lib/store/database/database'
import { holdChunkLock } from './import-session'
import type { RowIdentity } from './staged-rows'

/** A file of rows to issue, known by its bytes. */
export interface ImportBatch {
  id: string
  issuerId: string
  /** SHA-256 of the file, in lowercase hexadecimal. */
  fileSha256: string
}

/** The batch of these bytes, or a new one, which is stored with the first rows that are issued from it. */
export async function findBatch(issuerId: string, fileSha256: string): Promise<ImportBatch> {
  const { rows } = await workingPool().query<{ id: string }>(
    'SELECT id FROM import_batches WHERE issuer_id = $1 AND file_sha256 = $2',
    [issuerId, fileSha256],
  )
  return { id: rows[0]?.id ?? randomUUID(), issuerId, fileSha256 }
}

/**
 * Records which rows of a file got which certificates, in the transaction that issues them: no row can get a second
 * one, whatever was interrupted.
 */
export async function recordIssuedRows(
  tx: Transaction,
  batch: ImportBatch,
  rows: readonly (RowIdentity & { certificateId: string })[],
): Promise<void> {
  await holdChunkLock(tx, batch.issuerId)
  await tx.query(
    // Whatever index notices it first: the first two chunks of a file may come at the same moment, with the same id.
    `INSERT INTO import_batches (id, issuer_id, file_sha256) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
    [batch.id, batch.issuerId, batch.fileSha256],
  )
  await tx.query(
    `INSERT INTO import_rows (batch_id, line, row_hash, occurrence, certificate_id)
     SELECT $1, * FROM unnest($2::int[], $3::text[], $4::int[], $5::uuid[])`,
    [
      batch.id,
      rows.map((row) => row.line),
      rows.map((row) => row.rowHash),
      rows.map((row) => row.occurrence),
      rows.map((row) => row.certificateId),
    ],
  )
}
