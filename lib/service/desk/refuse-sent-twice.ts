import { ServiceError } from '@/lib/errors'
import { deskText } from '@/lib/i18n/desk/text'
import type { Transaction } from '@/lib/store/database/database'
import { lockActivities, wasDone } from '@/lib/store/desk/activities'
import { actingMember } from './acting-member'
import type { DeskMember } from './desk-person'

/** Thrown if a form was sent before, and its thing was made then. */
export class SentTwice extends ServiceError {
  constructor() {
    super('malformed', deskText('shownOnce.twice'))
  }
}

/**
 * Refuses a form that was sent before, by a reload, a double click or a repeated request; until the transaction ends, others of its kind
 * at this issuer wait. The caller's entry in the activity log keeps the form's id, as `once` in its detail. It is the id of no row: whoever
 * sends a form chooses it, and with the id of a row that is gone the database would seem to be a restored one (docs/decisions/0130).
 * @param action of that entry
 * @param once the form's own id
 * @throws SentTwice
 */
export async function refuseSentTwice(
  tx: Transaction,
  member: DeskMember,
  action: string,
  once: string,
): Promise<void> {
  const { issuerId } = member
  await lockActivities(tx, issuerId, action)
  if (await wasDone(tx, { issuerId, actor: actingMember(member).actor, action }, { once })) throw new SentTwice()
}
