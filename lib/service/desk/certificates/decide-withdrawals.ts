import { serialKey } from '@/lib/domain/certificate/serial'
import { isUuid } from '@/lib/domain/text/uuid'
import { ServiceError } from '@/lib/errors'
import { readerError } from '@/lib/i18n/desk/reader-error'
import { log } from '@/lib/log'
import { withdrawWithin } from '@/lib/service/change/withdraw-certificate'
import { actingMember } from '@/lib/service/desk/acting-member'
import { authorize, authorizeHolding, authorizeLooking } from '@/lib/service/desk/authorize'
import type { DeskMember } from '@/lib/service/desk/desk-person'
import { type Transaction, transaction } from '@/lib/store/database/database'
import { insertActivity } from '@/lib/store/desk/activities'
import { findPlace, listMembers } from '@/lib/store/desk/members'
import * as approvals from '@/lib/store/desk/withdrawal-approvals'
import { lockHistory } from '@/lib/store/evidence/event-log'
import { findLineageId } from '@/lib/store/evidence/issued-certificates'
import { readListed } from './read-listed'

/** The most waiting withdrawals that are shown and decided at once. */
const AT_ONCE = 100

/**
 * How long an owner must have been one, and who asked must have worked here, and both have signed in as they do, before it is
 * approved: whoever takes over one account could let themselves in as the other (docs/decisions/0033).
 */
const SETTLED_MS = 24 * 60 * 60 * 1000

/** A withdrawal that waits, with what the verified payload says of the certificate. */
interface ShownWaiting extends approvals.WaitingWithdrawal {
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
    approvals.findWaitingWithdrawals(issuerId, AT_ONCE),
    approvals.countWaitingWithdrawals(issuerId),
    listMembers(issuerId),
  ])
  // With the e-mail: people choose their names.
  const askers = new Map(members.map(({ userId, name, email }) => [`user:${userId}`, `${name} (${email})`]))
  const serials = rows.map(({ serial }) => serial)
  const listed = await readListed(issuerId, serials.map(serialKey))
  const nameOf = ({ certificateId, serial }: approvals.WaitingWithdrawal) => {
    const certificate = listed.get(serialKey(serial))?.certificate
    return certificate?.id === certificateId ? certificate.recipient.full_name : ''
  }
  return {
    waiting: rows.map((row) => ({
      ...row,
      fullName: nameOf(row) || null,
      askedByName: askers.get(row.askedBy) ?? null,
      own: row.askedBy === actingMember(member).actor,
    })),
    total,
    owners: members.filter(({ role }) => role === 'owner').length,
  }
}

/** What became of the withdrawals that an owner decided on. */
export interface Decisions {
  decision: 'approve' | 'refuse'
  done: number
  /** Those that stay as they are, with the reason; the last one may be made all the same, where its sentence says so. */
  problems: { serial: string; sentence: string }[]
}

/**
 * Approves or refuses withdrawals that wait, each in a transaction of its own. Who asked for one cannot approve it, and
 * who is an owner since a day at least can. Where the service itself fails at one, those behind it wait for another time.
 * @throws as `authorize`; ServiceError `not_found` when one of them is not of the member's issuer; `malformed`; `unavailable` at the first
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
  const owned = chosen.every(isUuid) ? await approvals.findOwned(member.issuerId, chosen) : []
  if (owned.length !== chosen.length) throw new ServiceError('not_found', 'There is no such withdrawal at your issuer.')
  const decisions: Decisions = { decision, done: 0, problems: [] }
  for (const one of owned) {
    const refusal = await decide(member, one, decision)
    if (!refusal) {
      decisions.done += 1
      continue
    }
    const isOver = refusal.code !== 'malformed'
    if (refusal.code === 'forbidden' || (isOver && one === owned[0])) throw refusal
    // Those before it are done for good, and the page must say so.
    decisions.problems.push({ serial: one.serial, sentence: refusal.message })
    if (isOver) break
  }
  return decisions
}

async function decide(
  member: DeskMember,
  { id, serial }: { id: string; serial: string },
  decision: 'approve' | 'refuse',
): Promise<ServiceError | null> {
  try {
    await transaction(async (tx) => {
      const by = actingMember(member)
      await authorizeHolding(tx, member, 'approve_withdrawals')
      // Before the row, as whoever withdraws or corrects does: else each could wait for the other.
      const lineageId = await findLineageId(tx, serialKey(serial))
      if (lineageId !== null) await lockHistory(tx, lineageId)
      const waiting = await approvals.holdWaiting(tx, member.issuerId, id)
      if (!waiting) throw new ServiceError('malformed', 'It was decided meanwhile.')
      if (decision === 'approve') await requireApprover(tx, member, waiting)
      await approvals.noteDecision(tx, id, decision === 'approve', by.actor)
      const action = decision === 'approve' ? 'withdrawal.approved' : 'withdrawal.refused'
      const detail = { asked_by: waiting.askedBy }
      await insertActivity({ issuerId: member.issuerId, ...by, action, subject: serial, detail }, tx)
      if (decision === 'refuse') return
      const { reason, publicReason, notify, certificateId } = waiting
      const order = { reason, publicReason, notify, certificateId, actor: by.actor, issuerId: member.issuerId }
      await withdrawWithin(tx, serial, { ...order, logged: false })
    })
    return null
  } catch (error) {
    if (error instanceof ServiceError) return error
    // Such as a database that is lost: what was decided before it is so for good, and the page must say so.
    log.error({ err: error }, 'a withdrawal could not be decided')
    return readerError('unavailable', 'refusal.notNow')
  }
}

async function requireApprover(
  tx: Transaction,
  member: DeskMember,
  { askedBy }: approvals.WaitingWithdrawal,
): Promise<void> {
  if (askedBy === actingMember(member).actor)
    throw new ServiceError('malformed', 'You asked for it yourself: another owner must approve it.')
  const place = await findPlace(tx, member.issuerId, member.userId)
  if (place?.role !== 'owner') throw new ServiceError('forbidden', 'Your role at this issuer does not include this.')
  if (place.age < SETTLED_MS)
    throw new ServiceError(
      'malformed',
      'You became an owner here, or set up signing in again, less than 24 hours ago: another owner must approve it, or you after that.',
    )
  const [, asker = ''] = /^user:(.*)$/.exec(askedBy) ?? []
  const theirs = isUuid(asker) ? await findPlace(tx, member.issuerId, asker) : null
  if (theirs === null || theirs.age < SETTLED_MS)
    throw new ServiceError(
      'malformed',
      'Who asked for it joined here, got another role or set up signing in again less than 24 hours ago, or left: approve it a day after that, or refuse it and ask for it yourself.',
    )
}
