import type { DeskPerson } from '@/lib/service/desk/desk-person'
import { findPasswordHash } from '@/lib/store/desk/credentials'
import { type ListedPasskey, listPasskeys } from '@/lib/store/desk/passkeys'
import { type ListedSession, listSessions } from '@/lib/store/desk/sessions'

/** How a person signs in, and where they are signed in now. */
interface OwnAccount {
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
