import { ServiceError } from '@/lib/errors'
import { chooseIssuer } from '@/lib/store/desk/sessions'
import type { DeskPerson } from './desk-person'

/**
 * Chooses the issuer that a session works for, among those of the person.
 * @throws ServiceError `not_found` for any other, so that nothing is said of which exist
 */
export async function chooseOwnIssuer(person: DeskPerson, issuerId: string): Promise<void> {
  if (!person.memberships.some((place) => place.issuerId === issuerId))
    throw new ServiceError('not_found', 'There is no such issuer among yours.')
  await chooseIssuer(person.session.id, issuerId)
}
