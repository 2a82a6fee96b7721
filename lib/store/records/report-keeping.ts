import { type Transaction, workingPool } from '@/lib/store/database/database'

/** Deletes the senders' addresses of reports, a day after the reports came. */
export async function forgetSenders(): Promise<void> {
  await workingPool().query(
    `UPDATE reports SET sender_mac = NULL
     WHERE sender_mac IS NOT NULL AND created_at < statement_timestamp() - interval '1 day'`,
  )
}

const EMPTYING = `UPDATE reports SET serial = NULL, serial_key = NULL, message = NULL, email = NULL, note = NULL
  WHERE coalesce(serial, serial_key, message, email, note) IS NOT NULL`

/**
 * Empties what reporters wrote, and the notes on it, once its time is over; that there was a report stays.
 * @param days after closing, and at most after it came
 */
export async function emptyOldReports(days: { afterClosing: number; atMost: number }): Promise<void> {
  await workingPool().query(
    `${EMPTYING} AND (closed_at < statement_timestamp() - make_interval(days => $1)
       OR created_at < statement_timestamp() - make_interval(days => $2))`,
    [days.afterClosing, days.atMost],
  )
}

/** Empties a report, whenever it came. @returns false when there is none, or nothing in it */
export async function emptyReport(tx: Transaction, id: string): Promise<boolean> {
  return (await tx.query(`${EMPTYING} AND id = $1`, [id])).rowCount === 1
}

/**
 * Empties and closes what is erased, and keeps the row: its id is made of what was sent, so that the same report of that day would come
 * again under the id of one that is gone, and the database would be taken for a restored one (docs/decisions/0130).
 */
const ERASING = `UPDATE reports SET serial = NULL, serial_key = NULL, message = NULL, email = NULL, note = NULL, certificate_id = NULL,
  closed_at = coalesce(closed_at, clock_timestamp()), closed_by = coalesce(closed_by, 'operator')`

/**
 * Erases every report about these certificates, open or closed. For erasing a certificate: call it in the transaction
 * that erases, before the certificates' own rows, which these refer to. A report that names a person in its text but
 * another serial, or none, is found by reading (`certs report list --all`).
 * @param serialKeys their serials: a report from before a certificate was issued has nothing else of it
 */
export async function eraseReports(
  tx: Transaction,
  certificateIds: readonly string[],
  serialKeys: readonly string[],
): Promise<void> {
  const about = 'certificate_id = ANY($1::uuid[]) OR serial_key = ANY($2::text[])'
  await tx.query(`${ERASING} WHERE ${about}`, [certificateIds, serialKeys])
}

/** Erases a report, whoever it is to. @returns false when there is none, or it was erased or emptied before */
export async function eraseStoredReport(id: string): Promise<boolean> {
  const { rowCount } = await workingPool().query(`${ERASING} WHERE id = $1 AND message IS NOT NULL`, [id])
  return rowCount === 1
}
