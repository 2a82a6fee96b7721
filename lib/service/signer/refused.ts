import { ServiceError } from '@/lib/errors'

/** What the signer says to what it signs for nobody, or not for who asks. */
export function refused(why: string): ServiceError {
  return new ServiceError('malformed', `The signer refuses: ${why}.`)
}
