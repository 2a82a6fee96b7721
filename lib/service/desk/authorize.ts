import { type DeskAction, type DeskRole, hasAction, permission } from '@/lib/domain/desk/role'
import { ServiceError } from '@/lib/errors'
import type { Transaction } from '@/lib/store/database/database'
import { findRole, holdRole } from '@/lib/store/desk/members'
import type { DeskMember } from './desk-person'

/** Thrown if the role suffices, but a second factor must be shown again first. */
export class SecondFactorNeeded extends ServiceError {
  constructor() {
    super('forbidden', 'Confirm with your second factor first.')
  }
}

/**
 * Lets a member do something at their own issuer, or refuses. Every verb of the desk begins with it; what it works on
 * is then looked for within `member.issuerId` only, so that another issuer's things are simply not found.
 * @throws SecondFactorNeeded; ServiceError `forbidden`
 */
export function authorize(member: DeskMember, action: DeskAction): void {
  const result = permission(member.role, action, member.secondFactorAt, Date.now())
  if (result === 'second_factor') throw new SecondFactorNeeded()
  if (result === 'role') throw new ServiceError('forbidden', 'Your role at this issuer does not include this.')
}

/**
 * The same for looking at what came of an action: the role is needed, a fresh second factor is not.
 * @throws ServiceError `forbidden`
 */
export function authorizeLooking(member: DeskMember, action: DeskAction): void {
  refuseRole(member.role, action)
}

/**
 * Asks the database once more whether a member may do something, in the transaction that does it: a long piece of work
 * goes on for minutes after its request, and someone who was removed meanwhile must not finish it. Their place is not
 * held, so that a removal waits for nothing.
 * @throws ServiceError `forbidden`
 */
export async function authorizeStill(
  tx: Transaction,
  { issuerId, userId }: Pick<DeskMember, 'issuerId' | 'userId'>,
  action: DeskAction,
): Promise<void> {
  refuseRole(await findRole(tx, issuerId, userId), action)
}

/**
 * The same for what takes no time: the member's place is held until the transaction ends, so that a removal comes either
 * before or after. Begin the transaction with it: a removal holds the place first, too.
 * @throws ServiceError `forbidden`
 */
export async function authorizeHolding(
  tx: Transaction,
  { issuerId, userId }: Pick<DeskMember, 'issuerId' | 'userId'>,
  action: DeskAction,
): Promise<void> {
  refuseRole(await holdRole(tx, issuerId, userId), action)
}

function refuseRole(role: DeskRole | null, action: DeskAction): void {
  if (role === null || !hasAction(role, action))
    throw new ServiceError('forbidden', 'Your role at this issuer does not include this.')
}
