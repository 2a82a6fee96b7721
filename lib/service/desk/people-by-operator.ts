import { ServiceError } from '@/lib/errors'
import { getIssuer } from '@/lib/service/issuers/get-issuer'
import { type ListedMember, listMembers } from '@/lib/store/desk/members'
import { removeFromIssuer } from './change-people'

/**
 * The people of an issuer, for the operator.
 * @throws ServiceError `not_found`
 */
export async function listPeopleByOperator(slug: string): Promise<ListedMember[]> {
  return listMembers((await getIssuer(slug)).id)
}

/**
 * The operator takes a person out of an issuer. The last owner stays one here too: invite another first.
 * @throws ServiceError `not_found`, `malformed`
 */
export async function removeByOperator(slug: string, email: string): Promise<ListedMember> {
  const { issuerId, person } = await getPersonByEmail(slug, email)
  await removeFromIssuer({ issuerId, actor: 'operator', address: null }, person.userId)
  return person
}

/** @throws ServiceError `not_found` */
export async function getPersonByEmail(
  slug: string,
  email: string,
): Promise<{ issuerId: string; person: ListedMember }> {
  const { id: issuerId } = await getIssuer(slug)
  const wanted = email.trim().toLowerCase()
  const person = (await listMembers(issuerId)).find((one) => one.email === wanted)
  if (!person) throw new ServiceError('not_found', `${wanted} does not work for ${slug}.`)
  return { issuerId, person }
}
