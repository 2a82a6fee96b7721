import type { ReportKind } from '@/lib/domain/text/report'
import { type Transaction, workingPool } from '@/lib/store/database/database'
import { withinLast } from '@/lib/store/database/sql-time'

/** A visitor's report; its text is null once its time has ended. */
export interface StoredReport {
  id: string
  kind: ReportKind
  serial: string | null
  /** Whether the serial is of a certificate of this service. */
  known: boolean
  message: string | null
  email: string | null
  createdAt: Date
  closedBy: string | null
  closedAt: Date | null
  note: string | null
}

const COLUMNS = `id, kind, serial, certificate_id IS NOT NULL AS known, message, email, created_at AS "createdAt",
  closed_by AS "closedBy", closed_at AS "closedAt", note`

/** Of the operator: about no certificate of ours, or of an issuer at whose desk nobody works. */
const OPERATORS = `(issuer_id IS NULL OR NOT EXISTS (SELECT 1 FROM desk_members m WHERE m.issuer_id = reports.issuer_id))`

/** How many reports of the last day there are, of one kind or another. */
interface ReportCounts {
  /** About this serial. */
  ofSerial: number
  /** From this sender; 0 where it is not known. */
  ofSender: number
  /** To this issuer, or to the operator. */
  ofReceiver: number
}

/**
 * Counts the reports of the last day; of several at once each waits for the one before.
 * @param about `senderMac` as `insertReport` keeps it, null where it is not known
 */
export async function countReports(
  tx: Transaction,
  about: { serialKey: string; issuerId: string | null; senderMac: string | null },
): Promise<ReportCounts> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('reports', 0))")
  // Each by its own index: put into one condition, they are found by reading every report.
  const ofDay = (whose: string) =>
    `(SELECT count(*)::int FROM reports WHERE ${whose} AND ${withinLast('1 day', 'created_at')})`
  const ofReceiver = about.issuerId === null ? 'issuer_id IS NULL AND $2::uuid IS NULL' : 'issuer_id = $2::uuid'
  const { rows } = await tx.query<ReportCounts>(
    `SELECT ${ofDay('serial_key = $1')} AS "ofSerial", ${ofDay(ofReceiver)} AS "ofReceiver", ${ofDay('sender_mac = $3')} AS "ofSender"`,
    [about.serialKey, about.issuerId, about.senderMac],
  )
  return rows[0] ?? { ofSerial: 0, ofReceiver: 0, ofSender: 0 }
}

/** Keeps a report, unless there is one with its id. */
export async function insertReport(
  tx: Transaction,
  report: {
    id: string
    issuerId: string | null
    certificateId: string | null
    kind: ReportKind
    serial: string | null
    serialKey: string
    message: string
    email: string | null
    /** A keyed hash of the network that it came from, forgotten after a day. */
    senderMac: string | null
  },
): Promise<void> {
  await tx.query(
    `INSERT INTO reports (id, issuer_id, certificate_id, kind, serial, serial_key, message, email, sender_mac)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING`,
    [
      report.id,
      report.issuerId,
      report.certificateId,
      report.kind,
      report.serial,
      report.serialKey,
      report.message,
      report.email,
      report.senderMac,
    ],
  )
}

/** The certificate with this serial and its issuer, or null. */
export async function findReported(
  tx: Transaction,
  serialKey: string,
): Promise<{ certificateId: string; issuerId: string } | null> {
  const { rows } = await tx.query<{ certificateId: string; issuerId: string }>(
    'SELECT id AS "certificateId", issuer_id AS "issuerId" FROM certificates WHERE serial_key = $1',
    [serialKey],
  )
  return rows[0] ?? null
}

/**
 * The reports to an issuer, or to the operator; the newest first.
 * @param issuerId null for the operator's
 */
export async function findReports(issuerId: string | null, closed: boolean, limit: number): Promise<StoredReport[]> {
  const { rows } = await workingPool().query<StoredReport>(
    `SELECT ${COLUMNS} FROM reports WHERE ${issuerId === null ? `${OPERATORS} AND $1::uuid IS NULL` : 'issuer_id = $1'}
       AND closed_at IS ${closed ? 'NOT ' : ''}NULL ORDER BY created_at DESC, id DESC LIMIT $2`,
    [issuerId, limit],
  )
  return rows
}

/** One report to an issuer, or to the operator; null when there is none of theirs. */
export async function findReport(issuerId: string | null, id: string): Promise<StoredReport | null> {
  const { rows } = await workingPool().query<StoredReport>(
    `SELECT ${COLUMNS} FROM reports WHERE id = $2
       AND ${issuerId === null ? `${OPERATORS} AND $1::uuid IS NULL` : 'issuer_id = $1'}`,
    [issuerId, id],
  )
  return rows[0] ?? null
}

/** How many reports to an issuer are open. */
export async function countOpenReports(issuerId: string): Promise<number> {
  const { rows } = await workingPool().query<{ count: number }>(
    'SELECT count(*)::int AS count FROM reports WHERE issuer_id = $1 AND closed_at IS NULL',
    [issuerId],
  )
  return rows[0]?.count ?? 0
}

/** Closes an open report. @returns the issuer it was to, if any; null when it is closed already */
export async function closeReport(
  tx: Transaction,
  id: string,
  by: string,
  note: string | null,
): Promise<{ issuerId: string | null } | null> {
  const { rows } = await tx.query<{ issuerId: string | null }>(
    `UPDATE reports SET closed_at = clock_timestamp(), closed_by = $2, note = $3
     WHERE id = $1 AND closed_at IS NULL RETURNING issuer_id AS "issuerId"`,
    [id, by, note],
  )
  return rows[0] ?? null
}

/**
 * Reports to whomever they are, open and closed, the newest first; not those that are emptied.
 * @param serialKey only those about this serial, or null
 */
export async function findAllReports(serialKey: string | null, limit: number): Promise<StoredReport[]> {
  const { rows } = await workingPool().query<StoredReport>(
    `SELECT ${COLUMNS} FROM reports WHERE message IS NOT NULL AND ($1::text IS NULL OR serial_key = $1)
     ORDER BY created_at DESC, id DESC LIMIT $2`,
    [serialKey, limit],
  )
  return rows
}
