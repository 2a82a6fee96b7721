import { shownName } from '@/lib/service/issuers/issuer-seal'
import type { Transaction } from '@/lib/store/database/database'
import { insertActivity, type NewActivity } from '@/lib/store/desk/activities'
import { findReadersOfNotices, type NoticeReader } from '@/lib/store/desk/members'
import { enqueueMails, mailIsOn } from '../mail/enqueue-mail'
import { type OwnerNotice, OWNER_NOTICES } from '../mail/mail-content'

/** The actions that are no sign of a stolen account: asking, and joining by one's own invitation. */
const NOT_TO_WHO_DID_IT: readonly OwnerNotice[] = ['withdrawal.asked', 'person.joined']

/**
 * Appends to the activity log, and tells the issuer's owners.
 * @param person as `tellOwners`
 */
export async function noteActivity(tx: Transaction, activity: NewActivity, person?: string): Promise<void> {
  await insertActivity(activity, tx)
  await tellOwners(tx, activity, person)
}

/**
 * Tells an issuer's owners by mail what was done, where it is something that they should know of. Who did it is told too:
 * that is how the owner of an account that was taken over notices.
 * @param person that it was done to, who is told as well
 */
export async function tellOwners(tx: Transaction, activity: NewActivity, person?: string): Promise<void> {
  const notice = OWNER_NOTICES.find((one) => one === activity.action)
  if (!notice || !mailIsOn()) return
  const found = await findReadersOfNotices(tx, activity.issuerId, activity.actor, person ?? null)
  if (!found) return
  const { who, readers } = found
  const issuerName = shownName(found.issuer)
  const at = new Date()
  const orders = readers
    .filter(({ userId }) => !NOT_TO_WHO_DID_IT.includes(notice) || activity.actor !== `user:${userId}`)
    .map((reader) => ({
      kind: 'notice' as const,
      ...{ notice, issuerName, who, at: at.toISOString() },
      to: reader.email,
      issuerId: activity.issuerId,
      about: aboutOf(notice, activity, reader, at),
    }))
  await enqueueMails(tx, orders)
}

/** Of withdrawals that wait an owner is told once an hour: each of hundreds would bury the first. */
function aboutOf(notice: OwnerNotice, { issuerId, subject }: NewActivity, { userId }: NoticeReader, at: Date): string {
  if (notice === 'withdrawal.asked') return `${notice}:${issuerId}:${userId}:${at.toISOString().slice(0, 13)}`
  return `${notice}:${issuerId}:${subject ?? ''}:${userId}:${at.toISOString()}`
}
