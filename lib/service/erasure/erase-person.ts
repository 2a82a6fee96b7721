import { ServiceError } from '@/lib/errors'
import { transaction } from '@/lib/store/database/database'
import { withOwnConnection } from '@/lib/store/database/own-connection'
import { deleteUser, findUserId, findWorkplaces } from '@/lib/store/desk/users'
import { OF_PEOPLE, vacuumErased } from '@/lib/store/erasure/vacuum-erased'
import { journalForgotten } from '@/lib/store/journal/journal-forgotten'

/** What there was of a person at the desk. */
interface ErasedPerson {
  email: string
  hadAccount: boolean
  invitations: number
}

/**
 * Erases a person of the desk who works for no issuer any more: account, password, second factors, sessions, settings and
 * invitations. What they did stays in the issuers' logs, under an id that names nobody.
 * @throws ServiceError `not_found` where nothing of them is kept; `malformed` while they work for somebody; `unavailable` when it is done, and
 *   could not be noted in the journal, or is not out of the statistics of the database
 */
export async function erasePerson(email: string): Promise<ErasedPerson> {
  const wanted = email.trim().toLowerCase()
  const erased = await transaction(async (tx) => {
    const userId = await findUserId(tx, wanted)
    const slugs = userId === null ? [] : await findWorkplaces(tx, userId)
    if (slugs.length > 0) {
      const where = slugs.map((slug) => `certs user remove ${slug} --email ${wanted}`).join(', ')
      throw new ServiceError('malformed', `${wanted} works for an issuer still. Nothing was done. First: ${where}`)
    }
    const invitations = await deleteUser(tx, { userId, email: wanted })
    if (userId === null && invitations === 0)
      throw new ServiceError('not_found', `Nothing is kept of ${wanted} at the desk.`)
    return { email: wanted, hadAccount: userId !== null, invitations }
  })
  // No server may run that does it.
  await journalForgotten()
  if (!(await withOwnConnection((db) => vacuumErased(db, OF_PEOPLE))))
    throw new ServiceError('unavailable', NOT_THE_OWNER)
  return erased
}

const NOT_THE_OWNER =
  'The person is erased, but statistics and free space of the database still hold the name: this role does not own the tables. ' +
  `Run as their owner, in psql: VACUUM (ANALYZE) ${OF_PEOPLE.join(', ')}`
