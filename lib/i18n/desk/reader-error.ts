import { type ErrorCode, ServiceError } from '@/lib/errors'
import type { DeskKey } from './catalogues'
import { deskText } from './text'

/**
 * A refusal whose sentence is a message of the desk, in the reader's language; of a command, which has no reader, in English.
 * @param details further members of the error, such as the `field` that is refused
 */
export function readerError(
  code: ErrorCode,
  key: DeskKey,
  values: Record<string, string | number> = {},
  details: Record<string, unknown> = {},
): ServiceError {
  return new ServiceError(code, deskText(key, values), { details, forReader: true })
}
