import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import type { NumberedRow } from '@/lib/domain/issue/issue-preview'
import type { IssueRow } from '@/lib/domain/issue/issue-row'
import { parseRecord } from '@/lib/domain/issue/parse-record'
import { readerError } from '@/lib/i18n/desk/reader-error'
import { renderJpeg } from '@/lib/render/certificate/render-certificate'
import { authorizeLooking } from '@/lib/service/desk/authorize'
import type { DeskMember } from '@/lib/service/desk/desk-person'
import { findOwnVoice } from '@/lib/service/desk/mail-settings'
import { previewRow } from '@/lib/service/issue/preview-row'
import { readIssueFile } from '@/lib/service/issue/read-issue-file'
import { type PreviewedMail, previewCertificateMail } from '@/lib/service/mail/preview-certificate-mail'
import { isToBeAsked } from './run-preview'
import { waitingFile } from './waiting-file'

/** Rows on a page that they are changed on. */
const PAGE_SIZE = 25

/** Some rows of a file that waits to be confirmed. */
interface WaitingRows {
  fileName: string
  /** Until when the file waits. */
  until: Date
  columns: string[]
  rows: NumberedRow[]
  /** Why rows are refused, by line. */
  reasons: ReadonlyMap<number, string>
  /** The line to go on after; null at the end. */
  next: number | null
}

/**
 * Rows of a file that waits, as they stand in it.
 * @param after the line that was shown last, 0 at first
 * @param sought a part of a cell, in any case, with or without accents; empty for all rows
 * @returns null when the file waits no more
 * @throws as `authorizeLooking`
 */
export async function readWaitingRows(
  member: DeskMember,
  id: string,
  after: number,
  sought: string,
): Promise<WaitingRows | null> {
  authorizeLooking(member, 'issue')
  const waiting = await waitingFile(member, id)
  if (!waiting || isToBeAsked(waiting.preview)) return null
  const { preview, file, until } = waiting
  const reasons = new Map(preview.report.errors.map(({ line, error }) => [line, error]))
  const found: WaitingRows = { fileName: preview.fileName, until, columns: [], rows: [], reasons, next: null }
  const part = plain(sought)
  for await (const { line, cells, columns } of readIssueFile(file, sha256Hex(file))) {
    found.columns = columns
    if (line <= after || !cells.some((cell) => plain(cell).includes(part))) continue
    if (found.rows.length < PAGE_SIZE) found.rows.push({ line, cells })
    else found.next ??= found.rows.at(-1)?.line ?? null
  }
  return found
}

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}+/gu, '')
    .toLowerCase()
    .trim()

/**
 * The page of a good row as it will be issued.
 * @throws ServiceError `not_found` when the file waits no more, or has no such row; `malformed` for a refused row; as
 *   `previewRow`
 */
export async function drawWaitingRow(
  member: DeskMember,
  id: string,
  line: number,
  as: 'pdf' | 'jpeg',
): Promise<Uint8Array> {
  const { row, look } = await waitingRow(member, id, line)
  const pdf = await previewRow(member.issuerId, row, look)
  return as === 'pdf' ? pdf : renderJpeg(pdf)
}

/**
 * The message to the first recipient with an address, as it will be sent once the file is issued.
 * @returns null when no good row has one, or the file waits no more
 * @throws as `authorizeLooking`
 */
export async function writeWaitingMail(member: DeskMember, id: string): Promise<PreviewedMail | null> {
  authorizeLooking(member, 'issue')
  const waiting = await waitingFile(member, id)
  if (!waiting || isToBeAsked(waiting.preview)) return null
  const voice = await findOwnVoice(member)
  const refused = new Set(waiting.preview.report.errors.map(({ line }) => line))
  for await (const record of readIssueFile(waiting.file, sha256Hex(waiting.file))) {
    const parsed = refused.has(record.line) ? null : parseRecord(record.columns, record.cells, { now: new Date() })
    const mail = parsed?.ok ? previewCertificateMail(parsed.row, member.issuerName, voice) : null
    if (mail) return mail
  }
  return null
}

async function waitingRow(
  member: DeskMember,
  id: string,
  asked: number,
): Promise<{ row: IssueRow; look: string | null }> {
  authorizeLooking(member, 'issue')
  const waiting = await waitingFile(member, id)
  const gone = readerError('not_found', 'issueGone.heading')
  if (!waiting || isToBeAsked(waiting.preview)) throw gone
  for await (const record of readIssueFile(waiting.file, sha256Hex(waiting.file))) {
    if (record.line !== asked) continue
    const parsed = parseRecord(record.columns, record.cells, { now: new Date() })
    if (!parsed.ok) throw readerError('malformed', 'issueSee.refused')
    return { row: parsed.row, look: waiting.preview.look ?? null }
  }
  throw gone
}
