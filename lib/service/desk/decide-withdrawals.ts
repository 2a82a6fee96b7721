import type { CheckedCertificate } from '@/lib/domain/judgement'
import { isUuid } from '@/lib/domain/uuid'
import { ServiceError } from '@/lib/errors'
import { transaction } from '@/lib/store/database'
import { insertActivity } from '@/lib/store/desk/activities'
import { listMembers } from '@/lib/store/desk/members'
import { findUserNames } from '@/lib/store/desk/users'
import * as approvals from '@/lib/store/desk/withdrawal-approvals'
import { lookUpCertificates } from '../look-up-certificates'
import { withdrawWithin } from '../withdraw-certificate'
import { actingMember } from './acting-member'
import { authorize, authorizeLooking } from './authorize'
import type { DeskMember } from './desk-person'

/** What is shown and decided at once. */
const AT_ONCE = 100

/** A withdrawal that waits, with what the verified payload says of the certificate. */
export interface ShownWaiting extends approvals.WaitingWithdrawal {
  fullName: string | null
  askedByName: string | null
  /** The member asked for it: another owner must approve. */
  own: boolean
}

/**
 * The withdrawals that wait at the member's issuer, a hundred at once, and how many owners could approve.
 * @throws as `authorizeLooking`; ServiceError `unavailable`
 */
export async function listWaitingWithdrawals(
  member: DeskMember,
): Promise<{ waiting: ShownWaiting[]; total: number; owners: number }> {
  authorizeLooking(member, 'approve_withdrawals')
  const { issuerId } = member
  const [rows, total, members] = await Promise.all([
    approvals.findWaiting(issuerId, AT_ONCE),
    approvals.countWaiting(issuerId),
    listMembers(issuerId),
  ])
  const serials = rows.map(({ serial }) => serial)
  const found = serials.length > 0 ? await lookUpCertificates(issuerId, serials) : []
  const names = new Map(found.map((one) => [one.serial, one.found ? nameOf(one.found.current) : null]))
  const askers = await findUserNames(rows.map(({ askedBy }) => askedBy.replace('user:', '')))
  return {
    waiting: rows.map((row) => ({
      ...row,
      fullName: names.get(row.serial) ?? null,
      askedByName: askers.get(row.askedBy.replace('user:', '')) ?? null,
      own: row.askedBy === actingMember(member).actor,
    })),
    total,
    owners: members.filter(({ role }) => role === 'owner').length,
  }
}

/** What became of the withdrawals that an owner decided on. */
export interface Decisions {
  done: number
  /** Those that stay as they are, with the reason. */
  problems: { serial: string; sentence: string }[]
}

/**
 * Approves or refuses withdrawals that wait, each in a transaction of its own. Who asked for one cannot approve it.
 * @throws as `authorize`; ServiceError `not_found` when one of them is not of the member's issuer; `malformed`
 */
export async function decideWithdrawals(
  member: DeskMember,
  ids: readonly string[],
  decision: 'approve' | 'refuse',
): Promise<Decisions> {
  authorize(member, 'approve_withdrawals')
  const chosen = [...new Set(ids.map((id) => id.toLowerCase()))]
  if (chosen.length === 0) throw new ServiceError('malformed', 'Choose at least one withdrawal.')
  if (chosen.length > AT_ONCE) throw new ServiceError('malformed', `At most ${AT_ONCE} can be decided at once.`)
  if (!chosen.every(isUuid) || (await approvals.countOwned(member.issuerId, chosen)) !== chosen.length)
    throw new ServiceError('not_found', 'There is no such withdrawal at your issuer.')
  const decisions: Decisions = { done: 0, problems: [] }
  for (const id of chosen) {
    const problem = await decide(member, id, decision)
    if (problem) decisions.problems.push(problem)
    else decisions.done += 1
  }
  return decisions
}

async function decide(
  member: DeskMember,
  id: string,
  decision: 'approve' | 'refuse',
): Promise<{ serial: string; sentence: string } | null> {
  let serial = ''
  try {
    await transaction(async (tx) => {
      const by = actingMember(member)
      const waiting = await approvals.holdWaiting(tx, member.issuerId, id)
      if (!waiting) throw new ServiceError('malformed', 'It was decided meanwhile.')
      serial = waiting.serial
      if (decision === 'approve' && waiting.askedBy === by.actor)
        throw new ServiceError('malformed', 'You asked for it yourself: another owner must approve it.')
      await approvals.noteDecision(tx, id, decision === 'approve', by.actor)
      const action = decision === 'approve' ? 'withdrawal.approved' : 'withdrawal.refused'
      const detail = { asked_by: waiting.askedBy }
      await insertActivity({ issuerId: member.issuerId, ...by, action, subject: serial, detail }, tx)
      if (decision === 'refuse') return
      const { reason, publicReason, notify } = waiting
      const order = { reason, publicReason, notify, actor: by.actor, issuerId: member.issuerId }
      await withdrawWithin(tx, serial, { ...order, logged: false })
    })
    return null
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'malformed') return { serial, sentence: error.message }
    throw error
  }
}

function nameOf(certificate: CheckedCertificate): string | null {
  return certificate.kind === 'genuine' ? certificate.content.fullName : null
}
