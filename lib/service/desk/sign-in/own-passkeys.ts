import { cleanText } from '@/lib/domain/text/clean-text'
import { ServiceError } from '@/lib/errors'
import type { DeskPerson } from '@/lib/service/desk/desk-person'
import { transaction } from '@/lib/store/database/database'
import { insertOwnActivity } from '@/lib/store/desk/activities'
import { findPasswordHash } from '@/lib/store/desk/credentials'
import { deletePasskey, holdPasskeys, insertPasskey, renamePasskey } from '@/lib/store/desk/passkeys'
import { readNewPasskey } from './new-passkey'
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
    if (!(await insertPasskey(tx, passkey))) throw new ServiceError('malformed', 'This passkey is registered already.')
    await insertOwnActivity(person, 'account.passkey_added', null, tx)
  })
}

/** @throws SecondFactorNeeded; ServiceError `malformed`, `not_found` */
export async function renameOwnPasskey(person: DeskPerson, id: string, to: string): Promise<void> {
  requireFresh(person)
  const name = cleanText(to, { field: 'The name of the passkey', maxLength: 60, required: true })
  if (!name.ok) throw new ServiceError('malformed', name.reason)
  await transaction(async (tx) => {
    if (!(await renamePasskey(tx, person.userId, id, name.text))) throw noPasskey()
    await insertOwnActivity(person, 'account.passkey_renamed', null, tx)
  })
}

/**
 * Removes a passkey, unless it is the last way in: who has no password with an authenticator app keeps one.
 * @throws SecondFactorNeeded; ServiceError `malformed`, `not_found`
 */
export async function removeOwnPasskey(person: DeskPerson, id: string): Promise<void> {
  requireFresh(person)
  const hasPassword = (await findPasswordHash(person.userId)) !== null
  await transaction(async (tx) => {
    const own = await holdPasskeys(tx, person.userId)
    if (own.length === 1 && !(hasPassword && person.hasAuthenticatorApp))
      throw new ServiceError('malformed', 'This passkey is your only way in. Add another one first.')
    if (!(await deletePasskey(tx, person.userId, id))) throw noPasskey()
    await insertOwnActivity(person, 'account.passkey_removed', null, tx)
  })
}

function noPasskey(): ServiceError {
  return new ServiceError('not_found', 'You have no such passkey.')
}
