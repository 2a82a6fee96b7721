import { verify } from '@node-rs/argon2'
import { ServiceError } from '@/lib/errors'
import type { DeskPerson } from '@/lib/service/desk/desk-person'
import { transaction } from '@/lib/store/database/database'
import { insertOwnActivity } from '@/lib/store/desk/activities'
import { findPasswordHash, setPasswordHash } from '@/lib/store/desk/credentials'
import { deleteSessions } from '@/lib/store/desk/sessions'
import { hashPassword } from './auth'
import { holdOwnSession } from './hold-own-session'
import { checkPassword } from './password-rule'
import { requireFresh } from './second-factor'

/**
 * Changes the person's password; their other sessions end.
 * @throws SecondFactorNeeded; ServiceError `malformed`
 */
export async function changeOwnPassword(
  person: DeskPerson,
  passwords: { current: string; next: string },
): Promise<void> {
  requireFresh(person)
  const before = await findPasswordHash(person.userId)
  if (before === null) throw new ServiceError('malformed', 'You sign in with a passkey and have no password.')
  if (!(await verify(before, passwords.current)))
    throw new ServiceError('malformed', 'The current password is not right.', { details: { field: 'current' } })
  checkPassword(passwords.next, [person.name, person.email])
  const hash = await hashPassword(passwords.next)
  await transaction(async (tx) => {
    await holdOwnSession(tx, person)
    if ((await findPasswordHash(person.userId, tx)) !== before)
      throw new ServiceError('malformed', 'The current password is not right.', { details: { field: 'current' } })
    await setPasswordHash(tx, person.userId, hash)
    await deleteSessions(tx, person.userId, { except: person.session.id })
    await insertOwnActivity(person, 'account.password_changed', null, tx)
  })
}
