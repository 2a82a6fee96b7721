import { canonicalJson } from '@/lib/crypto/encoding/canonical-json'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import {
  checkValidityPeriod,
  parseEventDate,
  parseExpiresAt,
  parseIssuedAt,
} from '@/lib/domain/certificate/certificate-dates'
import { parseRecipientLanguage, type RecipientLanguage } from '@/lib/domain/certificate/recipient-language'
import { serialKey } from '@/lib/domain/certificate/serial'
import { checkIssuerSerial } from '@/lib/domain/issuer/issuer-serial'
import { cleanText } from '@/lib/domain/text/clean-text'
import { isSpreadsheetFault } from '@/lib/domain/workbook/spreadsheet-fault'
import { plainCell } from './written-day'

/** The columns of an issue file, and the longest text that each may hold (spec part 11). */
const LENGTHS = {
  full_name: 200,
  registration_number: 100,
  event_title: 300,
  achievement: 300,
  event_date: 40,
  issued_at: 40,
  expires_at: 40,
  serial: 127,
  email: 254,
  language: 20,
} as const

type Column = keyof typeof LENGTHS

/** The most characters of an event's title. */
export const EVENT_TITLE_LENGTH = LENGTHS.event_title

export const ROW_COLUMNS = Object.keys(LENGTHS) as readonly Column[]
const REQUIRED_COLUMNS: readonly Column[] = ['full_name', 'event_title', 'achievement']

/** A spreadsheet rewrites what looks like a date in the form of its country. */
const IN_A_SPREADSHEET = ' (in a spreadsheet, format the column as text first)'

export interface IssueRow {
  fullName: string
  registrationNumber: string | null
  eventTitle: string
  achievement: string
  /** `YYYY-MM-DD` */
  eventDate: string | null
  /** null: the moment of issue */
  issuedAt: Date | null
  /** What the row said, also where `issuedAt` became the present because it lay a little ahead. */
  issuedAtWritten: Date | null
  expiresAt: Date | null
  serial: string | null
  email: string | null
  /** The language that the recipient is written to in; null for the service's. */
  language: RecipientLanguage | null
}

export type IssueRowResult = { ok: true; row: IssueRow } | { ok: false; reasons: string[] }

/** The name of a column as people write it in a header: `Full Name` and `full-name` are `full_name`. */
export function columnName(written: string): string {
  return written
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '_')
}

/** The most columns that a refusal names, and the most letters of each: a file without a head may begin with two megabytes. */
const MOST_NAMED = 10
const MOST_LETTERS = 60

function shortened(name: string): string {
  const letters = [...name.slice(0, 4 * MOST_LETTERS)]
  return letters.length > MOST_LETTERS ? `${letters.slice(0, MOST_LETTERS).join('')}…` : name
}

/**
 * Checks the header of an issue file.
 * @param header the names of the first line as they are written, in its order
 * @returns a sentence for each missing or repeated column and one for those that are not known; none when the header is
 *   good
 */
export function checkHeader(header: readonly string[]): string[] {
  const known: readonly string[] = ROW_COLUMNS
  const columns = header.map(columnName)
  const missing = REQUIRED_COLUMNS.filter((column) => !columns.includes(column))
  const unknown = header.filter((written) => !known.includes(columnName(written)))
  const names = [...new Set(unknown.map((written) => `"${shortened(written.trim())}"`))]
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : ''
  const named = `${names.slice(0, MOST_NAMED).join(', ')}${more}`
  const are = names.length === 1 ? `column ${named} is` : `columns ${named} are`
  const repeated = known.filter((column) => columns.filter((name) => name === column).length > 1)
  return [
    ...missing.map((column) => `column ${column} is missing`),
    ...(names.length > 0 ? [`${are} not known; the columns are ${known.join(', ')}`] : []),
    ...repeated.map((column) => `column ${column} stands in the header more than once`),
  ]
}

// Only enough to catch a wrong column or a typing mistake; an address is proved by sending mail to it.
const EMAIL = /^[^\s@,;:<>()[\]\\"]{1,64}@[^\s@,;:<>()[\]\\"]+\.[^\s@,;:<>()[\]\\".]{2,}$/u

/** The address with its domain in lower case, or null when it cannot be one. */
function parseEmail(text: string): string | null {
  if (!EMAIL.test(text) || text.includes('..')) return null
  const at = text.lastIndexOf('@')
  return text.slice(0, at) + text.slice(at).toLowerCase()
}

/**
 * Reads one row of an issue file (spec parts 3 and 11). Columns that are absent or empty are null; columns
 * that are not known are not looked at (see `checkHeader`).
 * @param raw the cells by column name
 * @param context `now`, the time against which dates are checked; `hint`, what the reason adds where a day is none
 * @returns the row with every text cleaned, or every reason why it is refused
 */
export function parseIssueRow(raw: Record<string, string>, context: { now: Date; hint?: string }): IssueRowResult {
  const { hint = IN_A_SPREADSHEET } = context
  const reasons: string[] = []
  const read = (field: Column): string | null => {
    const value = Object.hasOwn(raw, field) ? (raw[field] ?? '') : ''
    const cleaned = cleanText(value, { field, maxLength: LENGTHS[field], required: REQUIRED_COLUMNS.includes(field) })
    if (!cleaned.ok) reasons.push(cleaned.reason)
    if (!cleaned.ok || cleaned.text === '') return null
    if (!isSpreadsheetFault(cleaned.text)) return cleaned.text
    reasons.push(`${field} holds "${cleaned.text}", which a spreadsheet shows in place of a value`)
    return null
  }
  const parse = <T extends { ok: true }>(
    field: Column,
    parser: (text: string) => T | { ok: false; reason: string },
  ): T | null => {
    const text = read(field)
    if (text === null) return null
    const result = parser(plainCell(text, field))
    if (result.ok) return result
    reasons.push(result.reason)
    return null
  }
  const issued = parse('issued_at', (text) => parseIssuedAt(text, context.now, hint))
  const row = {
    fullName: read('full_name') ?? '',
    registrationNumber: read('registration_number'),
    eventTitle: read('event_title') ?? '',
    achievement: read('achievement') ?? '',
    eventDate: parse('event_date', (text) => parseEventDate(text, 'event_date', hint))?.date ?? null,
    issuedAt: issued?.at ?? null,
    issuedAtWritten: issued?.written ?? null,
    expiresAt: parse('expires_at', (text) => parseExpiresAt(text, 'expires_at', hint))?.at ?? null,
    serial: parse('serial', checkIssuerSerial)?.serial ?? null,
    email: read('email'),
    language: parse('language', parseRecipientLanguage)?.language ?? null,
  }
  if (row.email !== null) {
    const email = parseEmail(row.email)
    if (email === null) reasons.push('email is not an e-mail address')
    row.email = email
  }
  if (reasons.length === 0 && row.expiresAt) {
    const reason = checkValidityPeriod(row.issuedAt ?? context.now, row.expiresAt)
    if (reason !== null) reasons.push(reason)
  }
  return reasons.length > 0 ? { ok: false, reasons } : { ok: true, row }
}

/**
 * What makes a row the same in a later run (spec part 11): SHA-256, in 64 lowercase hex digits, over the
 * canonical JSON (RFC 8785) of the normalised row. Column order, normalisation form, spaces around a cell, the spelling
 * of a time or a serial, and the time of the run do not change it.
 */
export function rowHash(row: IssueRow): string {
  return sha256Hex(
    canonicalJson({
      full_name: row.fullName,
      registration_number: row.registrationNumber,
      event_title: row.eventTitle,
      achievement: row.achievement,
      event_date: row.eventDate,
      issued_at: row.issuedAtWritten?.toISOString() ?? null,
      expires_at: row.expiresAt?.toISOString() ?? null,
      serial: row.serial === null ? null : serialKey(row.serial),
      email: row.email,
      // Only where there is one: rows of files that have no such column stay what they were.
      ...(row.language !== null && { language: row.language }),
    }),
  )
}
