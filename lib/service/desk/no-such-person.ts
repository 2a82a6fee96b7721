import { ServiceError } from '@/lib/errors'

/** Refuses a person who works elsewhere in the same words as one who does not exist. */
export function noSuchPerson(): ServiceError {
  return new ServiceError('not_found', 'Nobody like this works here.')
}
