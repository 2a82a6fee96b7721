import { verify } from '@node-rs/argon2'
import { cleanText } from '@/lib/domain/clean-text'
import { ServiceError } from '@/lib/errors'
import { transaction } from '@/lib/store/database'
import { findPasswordHash, setPasswordHash } from '@/lib/store/desk/credentials'
import {
  deletePasskey,
  holdPasskeys,
  insertPasskey,
  type ListedPasskey,
  listPasskeys,
  renamePasskey,
} from '@/lib/store/desk/passkeys'
import { deleteSessions, type ListedSession, listSessions } from '@/lib/store/desk/sessions'
import { hashPassword } from './auth'
import type { DeskPerson } from './desk-person'
import { readNewPasskey } from './new-passkey'
import { checkPassword } from './password-rule'
import { requireFresh } from './second-factor'

/** How a person signs in, and where they are signed in now. */
export interface OwnAccount {
  hasPassword: boolean
  hasAuthenticatorApp: boolean
  passkeys: ListedPasskey[]
  sessions: (ListedSession & { isThis: boolean })[]
}

/** A person's own account. */
export async function readOwnAccount(person: DeskPerson): Promise<OwnAccount> {
  const { userId, hasAuthenticatorApp, session } = person
  const [hash, passkeys, sessions] = await Promise.all([
    findPasswordHash(userId),
    listPasskeys(userId),
    listSessions(userId),
  ])
  return {
    hasPassword: hash !== null,
    hasAuthenticatorApp,
    passkeys,
    sessions: sessions.map((one) => ({ ...one, isThis: one.id === session.id })),
  }
}

/**
 * Ends a session of the person, or all but this one. It needs no fresh second factor: ending is never a danger.
 * @param id of a session, or null for all others
 * @throws ServiceError `not_found`
 */
export async function endOwnSessions(person: DeskPerson, id: string | null): Promise<void> {
  if (id === null) {
    await deleteSessions(person.userId, { except: person.session.id })
    return
  }
  const own = await listSessions(person.userId)
  if (!own.some((session) => session.id === id)) throw new ServiceError('not_found', 'There is no such session.')
  await deleteSessions(person.userId, { id })
}

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
    throw new ServiceError('malformed', 'The present password is not right.')
  checkPassword(passwords.next, [person.name, person.email])
  const hash = await hashPassword(passwords.next)
  await transaction((tx) => setPasswordHash(tx, person.userId, hash))
  await deleteSessions(person.userId, { except: person.session.id })
}

/**
 * Adds a passkey that the person's browser just made.
 * @throws SecondFactorNeeded; ServiceError `malformed`
 */
export async function addOwnPasskey(person: DeskPerson, name: string, answer: string): Promise<void> {
  requireFresh(person)
  const { passkey } = await readNewPasskey(answer, 'add', name)
  if (passkey.userId !== person.userId) throw new ServiceError('malformed', 'This passkey is for another person.')
  if (!(await transaction((tx) => insertPasskey(tx, passkey))))
    throw new ServiceError('malformed', 'This passkey is registered already.')
}

/** @throws SecondFactorNeeded; ServiceError `malformed`, `not_found` */
export async function renameOwnPasskey(person: DeskPerson, id: string, to: string): Promise<void> {
  requireFresh(person)
  const name = cleanText(to, { field: 'The name of the passkey', maxLength: 60, required: true })
  if (!name.ok) throw new ServiceError('malformed', name.reason)
  if (!(await renamePasskey(person.userId, id, name.text))) throw noPasskey()
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
  })
}

function noPasskey(): ServiceError {
  return new ServiceError('not_found', 'You have no such passkey.')
}
