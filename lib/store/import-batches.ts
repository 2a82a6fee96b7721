import { randomUUID } from 'node:crypto'
import type { RowCertificate, RowError } from '@/lib/domain/import-report'
import type pg from 'pg'
import { type Transaction, workingPool } from './database'

/** A row of a file on its way to the database. */
export interface StagedRow {
  line: number
  rowHash: string
  serialKey: string | null
  /** The validated row as JSON, or null when it is refused. */
  row: string | null
  error: string | null
}

/** A staged row that waits for its certificate. */
export interface WaitingRow {
  line: number
  row: string
}

/**
 * Runs work while no other process issues from a file for this issuer.
 * @returns null when another one does
 */
export async function withImportLock<T>(issuerId: string, work: () => Promise<T>): Promise<T | null> {
  const client: pg.PoolClient = await workingPool().connect()
  const lock = "hashtextextended('import:' || $1, 0)"
  try {
    const { rows } = await client.query<{ locked: boolean }>(`SELECT pg_try_advisory_lock(${lock}) AS locked`, [issuerId])
    if (!rows[0]?.locked) return null
    try {
      return await work()
    } finally {
      await client.query(`SELECT pg_advisory_unlock(${lock})`, [issuerId])
    }
  } finally {
    client.release()
  }
}

/** The batch of these bytes, made when it is new. */
export async function findOrMakeBatch(issuerId: string, fileSha256: string): Promise<string> {
  const { rows } = await workingPool().query<{ id: string }>(
    `INSERT INTO import_batches (id, issuer_id, file_sha256) VALUES ($1, $2, $3)
     ON CONFLICT (issuer_id, file_sha256) DO UPDATE SET file_sha256 = excluded.file_sha256 RETURNING id`,
    [randomUUID(), issuerId, fileSha256],
  )
  return rows[0]?.id ?? ''
}

/** Stages rows; one that has its certificate stays as it is. */
export async function stageRows(batchId: string, rows: readonly StagedRow[]): Promise<void> {
  await workingPool().query(
    `INSERT INTO import_rows (batch_id, line, row_hash, occurrence, serial_key, row, error)
     SELECT $1, t.line, t.row_hash, 0, t.serial_key, t.row, t.error
     FROM unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::text[]) AS t(line, row_hash, serial_key, row, error)
     ON CONFLICT (batch_id, line) DO UPDATE
     SET row_hash = excluded.row_hash, serial_key = excluded.serial_key, row = excluded.row, error = excluded.error
     WHERE import_rows.certificate_id IS NULL`,
    [
      batchId,
      rows.map((row) => row.line),
      rows.map((row) => row.rowHash),
      rows.map((row) => row.serialKey),
      rows.map((row) => row.row),
      rows.map((row) => row.error),
    ],
  )
}

/** Numbers equal rows of a batch: the n-th occurrence is what makes a row the same in a later run. */
export async function numberOccurrences(batchId: string): Promise<void> {
  await workingPool().query(
    `UPDATE import_rows r SET occurrence = n.occurrence FROM (
       SELECT line, row_number() OVER (PARTITION BY row_hash ORDER BY line) AS occurrence
       FROM import_rows WHERE batch_id = $1
     ) n WHERE r.batch_id = $1 AND r.line = n.line AND r.occurrence <> n.occurrence`,
    [batchId],
  )
}

/** Refuses rows whose serial is written twice in the file, or exists already: named only when it is the issuer's own. */
export async function refuseTakenSerials(batchId: string, issuerId: string): Promise<void> {
  await workingPool().query(
    `UPDATE import_rows r SET error = CASE
         WHEN c.issuer_id = $2 THEN 'serial is already that of ' || c.serial
         WHEN c.id IS NOT NULL THEN 'serial is not available'
         ELSE 'serial stands in the file more than once (first on line ' || d.first_line || ')' END
     FROM import_rows o
     LEFT JOIN certificates c ON c.serial_key = o.serial_key
     LEFT JOIN (
       SELECT serial_key, min(line) AS first_line FROM import_rows
       WHERE batch_id = $1 AND serial_key IS NOT NULL GROUP BY serial_key HAVING count(*) > 1
     ) d ON d.serial_key = o.serial_key
     WHERE o.batch_id = $1 AND r.batch_id = $1 AND r.line = o.line AND r.certificate_id IS NULL AND r.error IS NULL
       AND o.serial_key IS NOT NULL AND (c.id IS NOT NULL OR d.first_line < o.line)`,
    [batchId, issuerId],
  )
}

/** Refuses rows equal to one that was issued from another file. */
export async function refuseRepeats(batchId: string, issuerId: string): Promise<void> {
  await workingPool().query(
    `UPDATE import_rows r
     SET error = 'already issued as ' || c.serial || ' on ' || to_char(c.recorded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')
     FROM import_rows o JOIN import_batches b ON b.id = o.batch_id JOIN certificates c ON c.id = o.certificate_id
     WHERE r.batch_id = $1 AND r.certificate_id IS NULL AND r.error IS NULL AND o.batch_id <> $1
       AND b.issuer_id = $2 AND o.row_hash = r.row_hash AND o.occurrence = r.occurrence`,
    [batchId, issuerId],
  )
}

/** How many rows of a batch are refused, wait, and have their certificates. */
export async function countRows(batchId: string): Promise<{ refused: number; waiting: number; issued: number }> {
  const { rows } = await workingPool().query<{ refused: number; waiting: number; issued: number }>(
    `SELECT count(*) FILTER (WHERE error IS NOT NULL)::int AS refused,
       count(*) FILTER (WHERE error IS NULL AND certificate_id IS NULL)::int AS waiting,
       count(certificate_id)::int AS issued
     FROM import_rows WHERE batch_id = $1`,
    [batchId],
  )
  return rows[0] ?? { refused: 0, waiting: 0, issued: 0 }
}

/** The next rows that wait for their certificates, in the order of the file. */
export async function findWaitingRows(batchId: string, limit: number): Promise<WaitingRow[]> {
  const { rows } = await workingPool().query<WaitingRow>(
    `SELECT line, row FROM import_rows WHERE batch_id = $1 AND error IS NULL AND certificate_id IS NULL
     ORDER BY line LIMIT $2`,
    [batchId, limit],
  )
  return rows
}

/** Gives rows their certificates and empties them, in the transaction that issues. */
export async function markIssued(
  tx: Transaction,
  batchId: string,
  rows: readonly { line: number; certificateId: string }[],
): Promise<void> {
  const { rowCount } = await tx.query(
    `UPDATE import_rows r SET certificate_id = t.id, row = NULL
     FROM unnest($2::int[], $3::uuid[]) AS t(line, id)
     WHERE r.batch_id = $1 AND r.line = t.line AND r.certificate_id IS NULL`,
    [batchId, rows.map((row) => row.line), rows.map((row) => row.certificateId)],
  )
  if (rowCount !== rows.length) throw new Error('a row of the file was issued by another process')
}

/** Removes what a batch holds of people who got no certificate from it. */
export async function emptyUnissuedRows(batchId: string): Promise<void> {
  await workingPool().query('UPDATE import_rows SET row = NULL WHERE batch_id = $1 AND row IS NOT NULL', [batchId])
}

/** The refused rows of a batch after a line, in the order of the file. */
export async function findRowErrors(batchId: string, afterLine: number, limit: number): Promise<RowError[]> {
  const { rows } = await workingPool().query<RowError>(
    `SELECT line, error FROM import_rows WHERE batch_id = $1 AND line > $2 AND error IS NOT NULL ORDER BY line LIMIT $3`,
    [batchId, afterLine, limit],
  )
  return rows
}

/** The rows of a batch that have their certificates, after a line, in the order of the file. */
export async function findRowCertificates(batchId: string, afterLine: number, limit: number): Promise<RowCertificate[]> {
  const { rows } = await workingPool().query<RowCertificate>(
    `SELECT r.line, c.id, c.serial, c.full_name AS "fullName" FROM import_rows r JOIN certificates c ON c.id = r.certificate_id
     WHERE r.batch_id = $1 AND r.line > $2 ORDER BY r.line LIMIT $3`,
    [batchId, afterLine, limit],
  )
  return rows
}
