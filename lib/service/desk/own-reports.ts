import type { NamedActor } from '@/lib/domain/desk/named-actor'
import { isUuid } from '@/lib/domain/text/uuid'
import { ServiceError } from '@/lib/errors'
import { readNote } from '@/lib/service/reports/read-note'
import { transaction } from '@/lib/store/database/database'
import { insertActivity } from '@/lib/store/desk/activities'
import { closeReport, findReport, findReports, type StoredReport } from '@/lib/store/records/reports'
import { actingMember } from './acting-member'
import { authorize, authorizeHolding } from './authorize'
import type { DeskMember } from './desk-person'
import { nameActors } from './name-actors'

/** The number of reports on a page. */
const LISTED = 100

/** A report as the desk shows it. */
interface OwnReport extends Omit<StoredReport, 'closedBy'> {
  closedBy: NamedActor | null
}

/**
 * The reports to the member's issuer, the newest first: all open ones, a hundred at once, and the closed ones.
 * @throws as `authorize`
 */
export async function listOwnReports(member: DeskMember): Promise<{ open: OwnReport[]; closed: OwnReport[] }> {
  authorize(member, 'read_reports')
  const [open, closed, named] = await Promise.all([
    findReports(member.issuerId, false, LISTED),
    findReports(member.issuerId, true, LISTED),
    nameActors(member.issuerId),
  ])
  const present = (report: StoredReport) =>
    ({ ...report, closedBy: report.closedBy && named(report.closedBy) }) as OwnReport
  return { open: open.map(present), closed: closed.map(present) }
}

/**
 * One report to the member's issuer.
 * @throws as `authorize`; ServiceError `not_found`, also for another issuer's
 */
export async function getOwnReport(member: DeskMember, id: string): Promise<OwnReport> {
  authorize(member, 'read_reports')
  const report = isUuid(id) ? await findReport(member.issuerId, id) : null
  if (!report) throw new ServiceError('not_found', 'There is no such report.')
  const named = await nameActors(member.issuerId)
  return { ...report, closedBy: report.closedBy === null ? null : named(report.closedBy) }
}

/**
 * Closes a report to the member's issuer, with a note of what came of it.
 * @param note may be empty
 * @throws as `getOwnReport`; ServiceError `malformed` when it is closed already, or the note cannot be kept
 */
export async function closeOwnReport(member: DeskMember, id: string, note: string): Promise<void> {
  authorize(member, 'close_reports')
  const { id: own } = await getOwnReport(member, id)
  const text = readNote(note)
  const by = actingMember(member)
  await transaction(async (tx) => {
    await authorizeHolding(tx, member, 'close_reports')
    if (!(await closeReport(tx, own, by.actor, text)))
      throw new ServiceError('malformed', 'This report is closed already.')
    await insertActivity({ issuerId: member.issuerId, ...by, action: 'report.closed', subject: own }, tx)
  })
}
