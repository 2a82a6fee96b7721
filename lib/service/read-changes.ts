import { parseEventDate, parseExpiresAt } from '@/lib/domain/certificate-dates'
import { cleanText } from '@/lib/domain/clean-text'
import { ServiceError } from '@/lib/errors'
import type { CertificateChanges } from '@/lib/service/correct-certificate'

/** What the operator typed for a correction; an absent option changes nothing. */
export interface CorrectionWords {
  fullName?: string
  registrationNumber?: string
  eventTitle?: string
  achievement?: string
  eventDate?: string
  expiresAt?: string
}

/**
 * Reads the changes of a correction by the rules of an issue file's cells; an empty optional one takes its value away.
 * @throws ServiceError `malformed` with the reason
 */
export function readChanges(words: CorrectionWords): CertificateChanges {
  const changes: CertificateChanges = {}
  if (words.fullName !== undefined) changes.fullName = readText('full_name', words.fullName, 200)
  if (words.eventTitle !== undefined) changes.eventTitle = readText('event_title', words.eventTitle, 300)
  if (words.achievement !== undefined) changes.achievement = readText('achievement', words.achievement, 300)
  if (words.registrationNumber !== undefined) {
    changes.registrationNumber = unlessEmpty(words.registrationNumber, (text) =>
      readText('registration_number', text, 100),
    )
  }
  if (words.eventDate !== undefined) {
    changes.eventDate = unlessEmpty(words.eventDate, (text) => accepted(parseEventDate(text)).date)
  }
  if (words.expiresAt !== undefined) {
    changes.expiresAt = unlessEmpty(words.expiresAt, (text) => accepted(parseExpiresAt(text)).at.getTime())
  }
  return changes
}

/**
 * Passes a text that is to be stored through the one filter (definitions.md part 11).
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
