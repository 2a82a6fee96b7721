import { ServiceError } from '@/lib/errors'

/** The refusal of who works elsewhere and who exists nowhere alike. */
export function noSuchPerson(): ServiceError {
  return new ServiceError('not_found', 'Nobody like this works here.')
}
