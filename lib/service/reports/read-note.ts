import { cleanLines } from '@/lib/domain/text/clean-lines'
import { ServiceError } from '@/lib/errors'

/**
 * Reads the note for closing a report.
 * @returns null for an empty one
 * @throws ServiceError `malformed` with the reason
 */
export function readNote(written: string): string | null {
  if (written.trim() === '') return null
  const note = cleanLines(written, { field: 'The note', maxLength: 1000 })
  if (note.ok) return note.text
  throw new ServiceError('malformed', `${note.reason}.`, { details: { field: 'note' } })
}
