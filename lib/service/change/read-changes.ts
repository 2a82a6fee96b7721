import { parseEventDate, parseExpiresAt } from '@/lib/domain/certificate/certificate-dates'
import { plainCell } from '@/lib/domain/issue/written-day'
import { cleanText } from '@/lib/domain/text/clean-text'
import { ServiceError } from '@/lib/errors'

/** The fields that a correction may change. A field that it does not name is inherited; null removes a value. */
export interface CertificateChanges {
  fullName?: string
  registrationNumber?: string | null
  eventTitle?: string
  achievement?: string
  eventDate?: string | null
  /** Milliseconds since 1970. */
  expiresAt?: number | null
}

/** What the operator typed for a correction; an absent option changes nothing. */
export interface CorrectionWords {
  fullName?: string
  registrationNumber?: string
  eventTitle?: string
  achievement?: string
  eventDate?: string
  expiresAt?: string
}

/** What a reason calls each of them. */
export type FieldNames = Readonly<Record<keyof CorrectionWords, string>>

/** As the columns of an issue file are called, and the options of the command after them. */
export const COLUMN_NAMES: FieldNames = {
  fullName: 'full_name',
  registrationNumber: 'registration_number',
  eventTitle: 'event_title',
  achievement: 'achievement',
  eventDate: 'event_date',
  expiresAt: 'expires_at',
}

/**
 * Reads the changes of a correction by the rules of an issue file's cells; an empty optional one takes its value away.
 * @param names what the reason calls each field: the words of the form that it was typed into
 * @throws ServiceError `malformed` with the reason
 */
export function readChanges(words: CorrectionWords, names: FieldNames = COLUMN_NAMES): CertificateChanges {
  const changes: CertificateChanges = {}
  if (words.fullName !== undefined) changes.fullName = readText(names.fullName, words.fullName, 200)
  if (words.eventTitle !== undefined) changes.eventTitle = readText(names.eventTitle, words.eventTitle, 300)
  if (words.achievement !== undefined) changes.achievement = readText(names.achievement, words.achievement, 300)
  if (words.registrationNumber !== undefined) {
    changes.registrationNumber = unlessEmpty(words.registrationNumber, (text) =>
      readText(names.registrationNumber, text, 100),
    )
  }
  if (words.eventDate !== undefined) {
    changes.eventDate = unlessEmpty(
      words.eventDate,
      (text) => accepted(parseEventDate(plainCell(text, 'event_date'), names.eventDate)).date,
    )
  }
  if (words.expiresAt !== undefined) {
    changes.expiresAt = unlessEmpty(words.expiresAt, (text) =>
      accepted(parseExpiresAt(plainCell(text, 'expires_at'), names.expiresAt)).at.getTime(),
    )
  }
  return changes
}

/**
 * Passes a text that is to be stored through the one filter (spec part 11).
 * @param field what the reason calls it
 * @throws ServiceError `malformed` with the reason
 */
export function readText(field: string, value: string, maxLength: number): string {
  return accepted(cleanText(value, { field, maxLength, required: true })).text
}

function unlessEmpty<T>(text: string, read: (text: string) => T): T | null {
  const trimmed = text.trim()
  return trimmed === '' ? null : read(trimmed)
}

function accepted<T extends { ok: true }>(result: T | { ok: false; reason: string }): T {
  if (result.ok) return result
  throw new ServiceError('malformed', result.reason)
}
