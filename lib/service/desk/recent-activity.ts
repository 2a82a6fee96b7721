import { serialKey } from '@/lib/domain/certificate/serial'
import type { NamedActor } from '@/lib/domain/desk/named-actor'
import { NOTABLE_ACTIONS, type NotableAction } from '@/lib/domain/desk/notable-action'
import { hasAction } from '@/lib/domain/desk/role'
import { isTold } from '@/lib/domain/desk/row-status'
import { countNewStrange } from '@/lib/service/log/issuer-log'
import { findRecentActivities } from '@/lib/store/desk/activities'
import { countWaitingWithdrawals } from '@/lib/store/desk/withdrawal-approvals'
import { countLostLately } from '@/lib/store/webhooks/webhook-deliveries'
import { countDisabled } from '@/lib/store/webhooks/webhooks'
import { actingMember } from './acting-member'
import { readListed } from './certificates/read-listed'
import type { DeskMember } from './desk-person'
import { nameActors } from './name-actors'

const SHOWN = 10

/** An action by somebody other than the reader. */
interface RecentActivity {
  id: string
  at: Date
  action: NotableAction
  who: NamedActor
  /** The serial that it was about, or null. */
  serial: string | null
  /** Of its recipient; null where it was about none, or its record fails its check. */
  name: string | null
  /** How many certificates, or null. */
  count: number | null
  /** The last characters of a key, or null. */
  end: string | null
}

interface OwnersNews {
  recent: RecentActivity[]
  waiting: number
  deadWebhooks: number
  lostMessages: number
  strangeEntries: number
}

/** The days of what is told of messages that were lost. */
const LATELY = 7

/**
 * What owners are told on the start page: what others did in the last seven days, how many withdrawals wait, how many
 * webhooks the service has given up and messages to them in the last seven days, and how many new entries of the public log have no certificate here.
 * @returns null for who is no owner
 */
export async function findOwnersNews(member: DeskMember): Promise<OwnersNews | null> {
  if (!hasAction(member.role, 'approve_withdrawals')) return null
  const [rows, waiting, deadWebhooks, lostMessages, strangeEntries, named] = await Promise.all([
    findRecentActivities(member.issuerId, {
      actions: NOTABLE_ACTIONS,
      exceptActor: actingMember(member).actor,
      limit: SHOWN,
    }),
    countWaitingWithdrawals(member.issuerId),
    countDisabled(member.issuerId),
    countLostLately(member.issuerId, LATELY),
    countNewStrange(member.issuerId),
    nameActors(member.issuerId),
  ])
  const about = (action: string, subject: string | null) =>
    subject !== null && /^(certificate|withdrawal)\./.test(action) ? serialKey(subject) : null
  const listed = await readListed(
    member.issuerId,
    rows.flatMap(({ action, subject }) => about(action, subject) ?? []),
  )
  const nameOf = (key: string | null) => {
    const one = key === null ? undefined : listed.get(key)
    return one && isTold(one.overallStatus) ? one.certificate.recipient.full_name : null
  }
  const recent = rows.map(({ id, at, actor, action, subject, detail }) => ({
    id,
    at,
    action: action as NotableAction,
    who: named(actor),
    serial: /^(certificate|withdrawal)\./.test(action) ? subject : null,
    name: nameOf(about(action, subject)),
    count: typeof detail?.count === 'number' ? detail.count : null,
    end: typeof detail?.last_four === 'string' ? detail.last_four : null,
  }))
  return { recent, waiting, deadWebhooks, lostMessages, strangeEntries }
}
