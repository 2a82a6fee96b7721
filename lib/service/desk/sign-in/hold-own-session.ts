import { ServiceError } from '@/lib/errors'
import type { DeskPerson } from '@/lib/service/desk/desk-person'
import type { Transaction } from '@/lib/store/database/database'
import { holdSession } from '@/lib/store/desk/sessions'

/**
 * Begins the transaction of whatever a person does to their own account. Their session was read when the request came: a
 * link that takes an account back from a thief ends it, and what the thief had sent by then must not outlive that.
 * @throws ServiceError `forbidden` when the session was ended or ran out
 */
export async function holdOwnSession(tx: Transaction, { userId, session }: DeskPerson): Promise<void> {
  if (await holdSession(tx, userId, session.id)) return
  throw new ServiceError('forbidden', 'You are not signed in any more. Nothing was changed.')
}
