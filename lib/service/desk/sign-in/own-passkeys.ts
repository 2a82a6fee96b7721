import { ServiceError } from '@/lib/errors'
import type { DeskPerson } from '@/lib/service/desk/desk-person'
import { transaction } from '@/lib/store/database/database'
import { insertOwnActivity } from '@/lib/store/desk/activities'
import { findPasswordHash } from '@/lib/store/desk/credentials'
import { deletePasskey, holdPasskeys, insertPasskey, renamePasskey } from '@/lib/store/desk/passkeys'
import { deleteSessions } from '@/lib/store/desk/sessions'
import { holdOwnSession } from './hold-own-session'
import { readNewPasskey, readPasskeyName } from './new-passkey'
import { requireFresh } from './second-factor'

/**
 * Adds a passkey that the person's browser just made.
 * @throws SecondFactorNeeded; ServiceError `malformed`
 */
export async function addOwnPasskey(person: DeskPerson, name: string, answer: string): Promise<void> {
  requireFresh(person)
  const { passkey } = await readNewPasskey(answer, 'add', name)
  if (passkey.userId !== person.userId) throw new ServiceError('malformed', 'This passkey is for another person.')
  await transaction(async (tx) => {
    await holdOwnSession(tx, person)
    if (!(await insertPasskey(tx, passkey)))
      throw new ServiceError('malformed', 'This passkey is registered already. Choose another.')
    await insertOwnActivity(person, 'account.passkey_added', null, tx)
  })
}

/** @throws SecondFactorNeeded; ServiceError `malformed`, `not_found` */
export async function renameOwnPasskey(person: DeskPerson, id: string, to: string): Promise<void> {
  requireFresh(person)
  const name = readPasskeyName(to)
  await transaction(async (tx) => {
    await holdOwnSession(tx, person)
    if (!(await renamePasskey(tx, person.userId, id, name))) throw noPasskey()
    await insertOwnActivity(person, 'account.passkey_renamed', null, tx)
  })
}

/**
 * Removes a passkey, and ends the person's other sessions, which it may have opened; unless it is the last way in: who has no password
 * with an authenticator app keeps one.
 * @throws SecondFactorNeeded; ServiceError `malformed`, `not_found`
 */
export async function removeOwnPasskey(person: DeskPerson, id: string): Promise<void> {
  requireFresh(person)
  const hasPassword = (await findPasswordHash(person.userId)) !== null
  await transaction(async (tx) => {
    await holdOwnSession(tx, person)
    const own = await holdPasskeys(tx, person.userId)
    if (own.length === 1 && !(hasPassword && person.hasAuthenticatorApp))
      throw new ServiceError('malformed', 'This passkey is your only way in. Add another one first.')
    if (!(await deletePasskey(tx, person.userId, id))) throw noPasskey()
    await deleteSessions(tx, person.userId, { except: person.session.id })
    await insertOwnActivity(person, 'account.passkey_removed', null, tx)
  })
}

function noPasskey(): ServiceError {
  return new ServiceError('not_found', 'You have no such passkey.')
}
