import { serialKey } from '@/lib/domain/certificate/serial'
import { isUuid } from '@/lib/domain/text/uuid'
import { ServiceError } from '@/lib/errors'
import { transaction } from '@/lib/store/database/database'
import { withOwnConnection } from '@/lib/store/database/own-connection'
import { insertActivity } from '@/lib/store/desk/activities'
import { vacuumErased } from '@/lib/store/erasure/vacuum-erased'
import { eraseStoredReport } from '@/lib/store/records/report-keeping'
import { closeReport, findAllReports, findReport, findReports, type StoredReport } from '@/lib/store/records/reports'
import { readNote } from './read-note'

const MOST_LISTED = 100_000

/** The reports that only the operator gets, the newest first. */
export function listReports(closed: boolean): Promise<StoredReport[]> {
  return findReports(null, closed, 1000)
}

/**
 * Reports to whomever they are, open and closed, the newest first: to find what names a person who is to be erased.
 * @param serial only those about this serial, or null
 */
export function listAllReports(serial: string | null): Promise<StoredReport[]> {
  return findAllReports(serial === null ? null : serialKey(serial), MOST_LISTED)
}

/**
 * Erases what a report says for good, whoever it is to, for a person whom it names; that there was one stays.
 * @throws ServiceError `not_found`; `unavailable` when the role of the database does not own the tables
 */
export async function eraseReport(id: string): Promise<void> {
  if (!isUuid(id) || !(await eraseStoredReport(id))) throw new ServiceError('not_found', 'There is no such report.')
  if (!(await withOwnConnection(vacuumErased)))
    throw new ServiceError('unavailable', 'It is erased, but the tables’ owner must still clear them: VACUUM (ANALYZE)')
}

/**
 * The operator closes one of them.
 * @throws ServiceError `not_found`, also for one that is an issuer's to close; `malformed`
 */
export async function closeReportByOperator(id: string, note: string): Promise<StoredReport> {
  const report = isUuid(id) ? await findReport(null, id) : null
  if (!report) throw new ServiceError('not_found', 'There is no such report to the operator.')
  const text = readNote(note)
  await transaction(async (tx) => {
    const closed = await closeReport(tx, report.id, 'operator', text)
    if (!closed) throw new ServiceError('malformed', 'This report is closed already.')
    const { issuerId } = closed
    if (issuerId !== null)
      await insertActivity({ issuerId, actor: 'operator', action: 'report.closed', subject: report.id }, tx)
  })
  return report
}
