import { isTold } from '@/lib/domain/desk/row-status'
import { isUuid } from '@/lib/domain/text/uuid'
import { ServiceError } from '@/lib/errors'
import { LargeCounts } from '@/lib/service/check/large-counts'
import { authorize, authorizeLooking, authorizeStill } from '@/lib/service/desk/authorize'
import { type ListedCertificate, readListed } from '@/lib/service/desk/certificates/read-listed'
import type { DeskMember } from '@/lib/service/desk/desk-person'
import { noteMemberReading } from '@/lib/service/desk/note-member-reading'
import { transaction } from '@/lib/store/database/database'
import {
  type BatchMail,
  countBatchMail,
  findBatchRows,
  findStoredBatch,
  type StoredBatchRow,
} from '@/lib/store/desk/batches'
import { type BatchNote, readBatchNotes } from './batch-note'

/** Certificates on a page of a batch, and read at once for its table. */
const PAGE_SIZE = 50
const CHUNK = 200

/** A certificate of a batch, with what became of the message to its recipient. */
export type OwnBatchRow = ListedCertificate & Pick<StoredBatchRow, 'certificateId' | 'line' | 'hasAddress' | 'mail'>

/** A file that certificates were issued from, for as long as they exist. */
interface OwnBatch extends BatchNote {
  id: string
  at: Date
  certificates: number
  mail: BatchMail
  rows: OwnBatchRow[]
  /** The line to go on after; null at the end. */
  next: number | null
}

const NO_NOTE: BatchNote = { fileName: null, refused: 0, refusedCsv: null }

/**
 * A batch of the member's issuer with some of its certificates, each verified.
 * @param after the line that was shown last, 0 at first
 * @throws as `authorize`; ServiceError `not_found`, also for another issuer's; `unavailable`
 */
export async function getOwnBatch(member: DeskMember, id: string, after: number): Promise<OwnBatch> {
  const { createdAt: at, certificates } = await requireOwnBatch(member, id)
  const found = await findBatchRows(id, after, PAGE_SIZE + 1)
  const shown = found.slice(0, PAGE_SIZE)
  const [rows, mail, notes] = [
    await listBatchRows(member, shown),
    await batchMail(id, certificates),
    await readBatchNotes(member.issuerId, [id]),
  ]
  noteMemberReading(member, { action: 'certificates.searched', subject: null, serials: rows.length })
  const next = found.length > PAGE_SIZE ? (shown.at(-1)?.line ?? null) : null
  return { ...(notes.get(id) ?? NO_NOTE), id, at, certificates, mail, rows, next }
}

const KEPT_FROM = 10_000
const OLDEST_MS = 600_000

const holder = globalThis as typeof globalThis & { certificateServiceBatchMail?: LargeCounts<BatchMail> }

/**
 * What became of a batch's messages. Of ten thousand certificates or more, which take seconds, that is kept for a minute, and
 * shown for ten while it is counted anew. One a process: Next's bundles and ours hold copies of this module.
 */
function batchMail(id: string, certificates: number): Promise<BatchMail> {
  if (certificates < KEPT_FROM) return countBatchMail(id)
  holder.certificateServiceBatchMail ??= new LargeCounts(countBatchMail, { size: () => KEPT_FROM, from: KEPT_FROM })
  return holder.certificateServiceBatchMail.last(id, Date.now(), OLDEST_MS)
}

/**
 * All certificates of a batch in the order of its lines, each verified.
 * @throws as `getOwnBatch`
 */
export async function* ownBatchRows(member: DeskMember, id: string, from = 0): AsyncGenerator<OwnBatchRow> {
  await requireOwnBatch(member, id)
  for (let after = from; ;) {
    // Read as slowly as whoever asked for it takes it.
    await transaction((tx) => authorizeStill(tx, member, 'read_certificates'))
    const found = await findBatchRows(id, after, CHUNK)
    const rows = await listBatchRows(member, found)
    noteMemberReading(member, { action: 'certificates.searched', subject: null, serials: rows.length })
    yield* rows
    if (found.length < CHUNK) return
    after = found.at(-1)?.line ?? after
  }
}

const HEAD = [
  ...['line', 'serial', 'verification_url', 'full_name', 'registration_number', 'event_title', 'achievement'],
  ...['status', 'mail', 'mail_at'],
]

/**
 * The table of certificates of a batch, its head first, as texts. Of a certificate whose record fails its check it has the serial
 * and the link.
 */
export async function* batchRecords(
  rows: AsyncIterable<OwnBatchRow> | Iterable<OwnBatchRow>,
): AsyncGenerator<string[]> {
  yield HEAD
  for await (const { line, certificate, overallStatus, mail } of rows) {
    const { serial, recipient, event, verification_url: link } = certificate
    const words = [recipient.full_name, recipient.registration_number ?? '', event.title, event.achievement]
    const cells = isTold(overallStatus) ? words : ['', '', '', '']
    yield [String(line), serial, link, ...cells, overallStatus, mail?.state ?? '', mail?.at.toISOString() ?? '']
  }
}

/** The most certificates of a workbook, which is made as a whole: as many as the desk takes at once. */
export const WORKBOOK_CERTIFICATES = 10_000

/**
 * The table of a batch for a workbook.
 * @throws as `getOwnBatch`; ServiceError `malformed` for a batch of more than `WORKBOOK_CERTIFICATES`
 */
export async function readWholeBatch(member: DeskMember, id: string): Promise<string[][]> {
  if ((await requireOwnBatch(member, id)).certificates > WORKBOOK_CERTIFICATES)
    throw new ServiceError('malformed', `These are more than ${WORKBOOK_CERTIFICATES} certificates. Choose fewer.`)
  const records: string[][] = []
  for await (const cells of batchRecords(ownBatchRows(member, id))) records.push(cells)
  return records
}

/**
 * The rows of a batch that were refused, as they were sent, while they are kept.
 * @throws as `authorize`; ServiceError `not_found`
 */
export async function getRefusedRows(member: DeskMember, id: string): Promise<string> {
  authorizeLooking(member, 'issue')
  await requireOwnBatch(member, id)
  const { refusedCsv } = (await readBatchNotes(member.issuerId, [id])).get(id) ?? NO_NOTE
  if (refusedCsv === null) throw new ServiceError('not_found', 'These rows are not kept any more.')
  return refusedCsv
}

/** @throws as `getOwnBatch` */
export async function requireOwnBatch(member: DeskMember, id: string) {
  authorize(member, 'read_certificates')
  const batch = isUuid(id) ? await findStoredBatch(member.issuerId, id) : null
  if (!batch) throw new ServiceError('not_found', 'There is no such batch.')
  return batch
}

/** The certificates of rows of a batch, each verified. Its caller has authorized the member. */
export async function listBatchRows(member: DeskMember, found: readonly StoredBatchRow[]): Promise<OwnBatchRow[]> {
  const byKey = await readListed(
    member.issuerId,
    found.map(({ serialKey }) => serialKey),
  )
  return found.flatMap(({ certificateId, line, hasAddress, mail, serialKey }) => {
    const certificate = byKey.get(serialKey)
    return certificate ? [{ ...certificate, certificateId, line, hasAddress, mail }] : []
  })
}
