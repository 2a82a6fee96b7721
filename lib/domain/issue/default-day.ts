import { parseEventDate, parseExpiresAt, parseIssuedAt } from '@/lib/domain/certificate/certificate-dates'
import { plainCell } from './written-day'

type Read = (text: string, now: Date) => { ok: true } | { ok: false; reason: string }

const READ: readonly (readonly ['event_date' | 'issued_at' | 'expires_at', Read])[] = [
  ['event_date', (text) => parseEventDate(text)],
  ['issued_at', parseIssuedAt],
  ['expires_at', (text) => parseExpiresAt(text)],
]

/**
 * The first day that somebody wrote once for all rows and that each of them would be refused for, such as 03/04/2026, which can be
 * read in two ways.
 * @param defaults by column
 * @returns its column and the reason as rows have it, or null where there is none
 */
export function findBadDefaultDay(
  defaults: Readonly<Partial<Record<string, string>>>,
  now: Date,
): { column: string; reason: string } | null {
  for (const [column, read] of READ) {
    const text = plainCell(defaults[column] ?? '', column)
    const result = text === '' ? null : read(text, now)
    if (result?.ok === false) return { column, reason: result.reason }
  }
  return null
}
