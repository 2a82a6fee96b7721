import { isUuid } from '@/lib/domain/uuid'
import { ServiceError } from '@/lib/errors'
import { transaction } from '@/lib/store/database'
import { insertActivity } from '@/lib/store/desk/activities'
import { closeReport, findReport, findReports, type StoredReport } from '@/lib/store/reports'
import { readNote } from './read-note'

/** The reports that nobody but the operator gets, the newest first. */
export function listReports(closed: boolean): Promise<StoredReport[]> {
  return findReports(null, closed, 1000)
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
