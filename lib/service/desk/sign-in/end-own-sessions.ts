import { ServiceError } from '@/lib/errors'
import type { DeskPerson } from '@/lib/service/desk/desk-person'
import { transaction } from '@/lib/store/database/database'
import { insertOwnActivity } from '@/lib/store/desk/activities'
import { deleteSessions } from '@/lib/store/desk/sessions'
import { holdOwnSession } from './hold-own-session'

/**
 * Ends a session of the person, or all but this one. It needs no fresh second factor: ending is never a danger.
 * @param id of a session, or null for all others
 * @throws ServiceError `not_found`
 */
export async function endOwnSessions(person: DeskPerson, id: string | null): Promise<void> {
  await transaction(async (tx) => {
    await holdOwnSession(tx, person)
    const count = await deleteSessions(tx, person.userId, id === null ? { except: person.session.id } : { id })
    if (count === 0 && id !== null) throw new ServiceError('not_found', 'There is no such session.')
    if (count > 0) await insertOwnActivity(person, 'account.sessions_ended', { count }, tx)
  })
}
