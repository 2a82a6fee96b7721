import type { RowError } from '@/lib/domain/issue/import-report'
import type { ImportSession } from './import-session'

/** A row of a file on its way to be issued. */
export interface StagedRow {
  /** The line on which it begins. */
  line: number
  rowHash: string
  serialKey: string | null
  /** Its cells as written, as a JSON array. */
  cells: string
  error: string | null
}

/** What an issued row is known by in later runs. */
export type RowIdentity = Pick<StagedRow, 'line' | 'rowHash'> & { occurrence: number }

/** A staged row that waits for its certificate. */
export type WaitingRow = RowIdentity & { cells: string }

/** Stages rows of the session's file. */
export async function stageRows(session: ImportSession, rows: readonly StagedRow[]): Promise<void> {
  const column = <T>(read: (row: StagedRow) => T): T[] => rows.map(read)
  await session.query(
    `INSERT INTO pg_temp.staged_rows (line, row_hash, serial_key, cells, error)
     SELECT * FROM unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::text[])`,
    [
      column((row) => row.line),
      column((row) => row.rowHash),
      column((row) => row.serialKey),
      column((row) => row.cells),
      column((row) => row.error),
    ],
  )
}

/** Numbers equal rows of the file: the n-th occurrence is what makes a row the same in a later run. */
export async function numberOccurrences(session: ImportSession): Promise<void> {
  // The planner knows nothing of a temporary table that was not analysed.
  await session.query('ANALYZE pg_temp.staged_rows')
  await session.query(
    `UPDATE pg_temp.staged_rows s SET occurrence = n.occurrence FROM (
       SELECT line, row_number() OVER (PARTITION BY row_hash ORDER BY line) AS occurrence FROM pg_temp.staged_rows
     ) n WHERE s.line = n.line`,
  )
}

/** Gives rows the certificates that this or an earlier run of the same file issued; they are not judged again. */
export async function markIssuedRows(session: ImportSession, batchId: string): Promise<void> {
  await session.query(
    `UPDATE pg_temp.staged_rows s SET certificate_id = r.certificate_id, error = NULL
     FROM import_rows r WHERE r.batch_id = $1 AND r.line = s.line AND r.certificate_id IS NOT NULL`,
    [batchId],
  )
}

/** Refuses rows equal to one that the issuer issued from another file. */
export async function refuseRepeats(session: ImportSession, issuerId: string, batchId: string): Promise<void> {
  await session.query(
    `UPDATE pg_temp.staged_rows s SET error = 'already issued as ' || f.serial || ' on ' || f.day FROM (
       SELECT DISTINCT ON (t.line) t.line, c.serial, to_char(c.recorded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day
       FROM pg_temp.staged_rows t
       JOIN import_rows o ON o.row_hash = t.row_hash AND o.occurrence = t.occurrence AND o.batch_id <> $2
       JOIN import_batches b ON b.id = o.batch_id AND b.issuer_id = $1
       JOIN certificates c ON c.id = o.certificate_id
       WHERE t.certificate_id IS NULL AND t.error IS NULL ORDER BY t.line, c.recorded_at
     ) f WHERE f.line = s.line`,
    [issuerId, batchId],
  )
}

/** Refuses rows whose serial is written twice in the file, or exists already: named only when it is the issuer's own. */
export async function refuseTakenSerials(session: ImportSession, issuerId: string): Promise<void> {
  await session.query(
    `UPDATE pg_temp.staged_rows s SET error = CASE
         WHEN c.issuer_id = $1 THEN 'serial is already that of ' || c.serial
         WHEN c.id IS NOT NULL THEN 'serial is not available'
         ELSE 'serial stands in the file more than once (first on line ' || d.first_line || ')' END
     FROM pg_temp.staged_rows o
     LEFT JOIN certificates c ON c.serial_key = o.serial_key
     LEFT JOIN (
       SELECT serial_key, min(line) AS first_line FROM pg_temp.staged_rows WHERE serial_key IS NOT NULL GROUP BY serial_key
     ) d ON d.serial_key = o.serial_key
     WHERE s.line = o.line AND o.certificate_id IS NULL AND o.error IS NULL
       AND o.serial_key IS NOT NULL AND (c.id IS NOT NULL OR d.first_line < o.line)`,
    [issuerId],
  )
}

/** How many rows of the file are refused, wait for their certificates, and already have them. */
export async function countRows(
  session: ImportSession,
): Promise<{ refused: number; waiting: number; already: number }> {
  const { rows } = await session.query<{ refused: number; waiting: number; already: number }>(
    `SELECT count(error)::int AS refused, count(certificate_id)::int AS already,
       count(*) FILTER (WHERE error IS NULL AND certificate_id IS NULL)::int AS waiting
     FROM pg_temp.staged_rows`,
  )
  return rows[0] ?? { refused: 0, waiting: 0, already: 0 }
}

/** Rows after a line that wait for their certificates, in the order of the file. */
export async function findWaitingRows(session: ImportSession, afterLine: number, limit: number): Promise<WaitingRow[]> {
  const { rows } = await session.query<WaitingRow>(
    `SELECT line, row_hash AS "rowHash", occurrence, cells FROM pg_temp.staged_rows
     WHERE line > $1 AND error IS NULL AND certificate_id IS NULL ORDER BY line LIMIT $2`,
    [afterLine, limit],
  )
  return rows
}

/** Refused rows after a line with their cells, in the order of the file. */
export async function findRefusedRows(
  session: ImportSession,
  afterLine: number,
  limit: number,
): Promise<(RowError & { cells: string })[]> {
  const { rows } = await session.query<RowError & { cells: string }>(
    'SELECT line, error, cells FROM pg_temp.staged_rows WHERE line > $1 AND error IS NOT NULL ORDER BY line LIMIT $2',
    [afterLine, limit],
  )
  return rows
}

/** Rows after a line that have their certificates, with their cells, in the order of the file. */
export async function findIssuedRows(
  session: ImportSession,
  afterLine: number,
  limit: number,
): Promise<{ line: number; id: string; serial: string; cells: string }[]> {
  const { rows } = await session.query<{ line: number; id: string; serial: string; cells: string }>(
    `SELECT s.line, c.id, c.serial, s.cells FROM pg_temp.staged_rows s JOIN certificates c ON c.id = s.certificate_id
     WHERE s.line > $1 ORDER BY s.line LIMIT $2`,
    [afterLine, limit],
  )
  return rows
}

/** Rows after a line that are not refused and have no certificate, by what an erasure knows them by. */
export async function findMarkable(
  session: ImportSession,
  afterLine: number,
  limit: number,
): Promise<Pick<StagedRow, 'line' | 'rowHash' | 'serialKey'>[]> {
  const { rows } = await session.query<Pick<StagedRow, 'line' | 'rowHash' | 'serialKey'>>(
    `SELECT line, row_hash AS "rowHash", serial_key AS "serialKey" FROM pg_temp.staged_rows
     WHERE line > $1 AND error IS NULL AND certificate_id IS NULL ORDER BY line LIMIT $2`,
    [afterLine, limit],
  )
  return rows
}

/** Refuses these rows, all for the same reason. */
export async function refuseRows(session: ImportSession, lines: readonly number[], error: string): Promise<void> {
  await session.query('UPDATE pg_temp.staged_rows SET error = $2 WHERE line = ANY($1::int[])', [lines, error])
}
