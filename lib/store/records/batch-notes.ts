import { type Transaction, workingPool } from '@/lib/store/database/database'

/** What is noted of a batch beside its certificates; the texts are encrypted. */
interface StoredBatchNote {
  batchId: string
  fileName: string
  /** Rows of the last run that were refused. */
  refused: number
  /** Null where none were, or they are gone. */
  refusedRows: string | null
}

/**
 * Lets an erasure and who keeps refused rows of the same issuer come one after another, until the transaction ends: of two at once
 * the second sees what the first did.
 */
export async function lockRefusedRows(tx: Transaction, issuerId: string): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('refused rows ' || $1, 0))", [issuerId])
}

/** Notes what came of a run, in the place of what a run of the same file noted before. */
export async function writeBatchNote(tx: Transaction, note: StoredBatchNote): Promise<void> {
  await tx.query(
    `INSERT INTO batch_notes (batch_id, file_name, refused, refused_rows) VALUES ($1, $2, $3, $4)
     ON CONFLICT (batch_id) DO UPDATE SET file_name = EXCLUDED.file_name, refused = EXCLUDED.refused,
       refused_rows = EXCLUDED.refused_rows, noted_at = clock_timestamp()`,
    [note.batchId, note.fileName, note.refused, note.refusedRows],
  )
}

const SELECT =
  'SELECT batch_id AS "batchId", file_name AS "fileName", refused, refused_rows AS "refusedRows" FROM batch_notes'

/** The notes of some batches. */
export async function findBatchNotes(batchIds: readonly string[]): Promise<StoredBatchNote[]> {
  return (await workingPool().query<StoredBatchNote>(`${SELECT} WHERE batch_id = ANY($1::uuid[])`, [batchIds])).rows
}

/** Deletes the refused rows of an issuer's files: nobody can search them for a person. */
export async function deleteRefusedRows(tx: Transaction, issuerId: string): Promise<void> {
  await lockRefusedRows(tx, issuerId)
  await tx.query(
    `UPDATE batch_notes n SET refused_rows = NULL FROM import_batches b
     WHERE b.id = n.batch_id AND b.issuer_id = $1 AND n.refused_rows IS NOT NULL`,
    [issuerId],
  )
}

/** Writes the texts of all notes anew. @param write gives them, with the issuer that the note belongs to */
export async function rewriteBatchNotes(
  tx: Transaction,
  write: (note: StoredBatchNote & { issuerId: string }) => Pick<StoredBatchNote, 'fileName' | 'refusedRows'>,
): Promise<void> {
  const { rows } = await tx.query<StoredBatchNote & { issuerId: string }>(
    `SELECT n.batch_id AS "batchId", n.file_name AS "fileName", n.refused, n.refused_rows AS "refusedRows",
       b.issuer_id AS "issuerId"
     FROM batch_notes n JOIN import_batches b ON b.id = n.batch_id ORDER BY n.batch_id FOR UPDATE OF n`,
  )
  for (const note of rows) {
    const { fileName, refusedRows } = write(note)
    await tx.query('UPDATE batch_notes SET file_name = $2, refused_rows = $3 WHERE batch_id = $1', [
      ...[note.batchId, fileName, refusedRows],
    ])
  }
}
