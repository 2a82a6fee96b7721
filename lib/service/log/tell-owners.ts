import { parseCheckpoint } from '@/lib/crypto/tlog/checkpoint'
import { formatNote, parseNote } from '@/lib/crypto/tlog/signed-note'
import { keepDoing } from '@/lib/keep-doing'
import { log } from '@/lib/log'
import { shownName } from '@/lib/service/issuers/issuer-seal'
import { enqueueMails, mailIsOn, type MailOrder } from '@/lib/service/mail/enqueue-mail'
import { withAdvisoryLock } from '@/lib/store/database/advisory-lock'
import { type Transaction, transaction, workingPool } from '@/lib/store/database/database'
import { findReadersOfNotices } from '@/lib/store/desk/members'
import { findPreferences } from '@/lib/store/desk/preferences'
import { mayBeRestored } from '@/lib/store/journal/journal-watch'
import { findLogState } from '@/lib/store/log/log-state'
import { logStore } from '@/lib/store/log/open-log-store'
import { findQueuedKeys } from '@/lib/store/mail/mail-messages'
import { describeLogKeys } from './describe-log'
import { issuerLog, type IssuerLog } from './issuer-log'

const DAY = 86_400_000
const EVERY_MS = 6 * 3_600_000
const MOST_BYTES = 64 * 1024

/**
 * Queues what the owners of issuers are told of the public log (decision 101): once a week how many entries it has in the
 * issuer's name and the signed checkpoint, and at once where an entry has no certificate here. Of one kind the same is queued
 * once, whatever dies in between. Nothing is queued while the database may be a restored one.
 * @param now milliseconds since 1970
 * @returns how many messages
 */
export async function tellOwnersOfLog(now: number): Promise<number> {
  if (!mailIsOn() || (await findLogState(workingPool()))?.intakeEnded !== true || (await mayBeRestored())) return 0
  return withAdvisoryLock('log-mail', async () => {
    const bytes = await (await logStore()).read('checkpoint', MOST_BYTES)
    if (!bytes) return 0
    const checkpoint = ownNote(bytes)
    const said = { checkpoint, vkeys: (await describeLogKeys()).vkeys, at: new Date(now).toISOString() }
    const { rows } = await workingPool().query<{ id: string }>('SELECT id FROM issuers ORDER BY id')
    return tellEach(rows, said, now)
  })
}

type Said = Pick<Extract<MailOrder, { kind: 'log_report' }>, 'checkpoint' | 'vkeys' | 'at'>

/** One issuer that fails keeps no other's owners from being told; it is tried again at the next turn. */
async function tellEach(issuers: readonly { id: string }[], said: Said, now: number): Promise<number> {
  let queued = 0
  const failed: { issuerId: string; err: unknown }[] = []
  for (const { id } of issuers) {
    try {
      queued += await tellOwnersOf(id, said, now)
    } catch (err) {
      failed.push({ issuerId: id, err })
    }
  }
  const [first] = failed
  if (first) log.warn({ ...first, issuers: failed.length }, 'owners of issuers could not be told of the public log')
  return queued
}

async function tellOwnersOf(issuerId: string, said: Said, now: number): Promise<number> {
  const found = await issuerLog(issuerId, now)
  if (!found || found.leaves === 0) return 0
  return transaction(async (tx) => {
    const notice = await findReadersOfNotices(tx, issuerId, '', null)
    const issuerName = notice ? shownName(notice.issuer) : ''
    const orders: MailOrder[] = []
    for (const { userId, email } of notice?.readers ?? []) {
      const [about] = await notYet(
        tx,
        reasons(found, now).map((reason) => `${reason}:${issuerId}:${userId}`),
      )
      if (about === undefined) continue
      const language = (await findPreferences(userId, tx))?.language ?? null
      const counted = { leaves: found.leaves, recent: recentOf(found, now), strange: found.strangeCount }
      const content = { kind: 'log_report' as const, issuerName, ...counted, ...said }
      orders.push({ ...content, to: email, language, issuerId, about })
    }
    return enqueueMails(tx, orders)
  })
}

/** A checkpoint with our own signatures: the names of others would become links to their hosts. */
function ownNote(bytes: Buffer): string {
  const { text, signatures } = parseNote(bytes)
  const { origin } = parseCheckpoint(text)
  const own = [origin, origin.replace(/\/log$/, '/witness')]
  return formatNote({ text, signatures: signatures.filter(({ name }) => own.includes(name)) })
}

/** Why a message is due: each new entry without a certificate is a reason of its own, and so is each week. */
function reasons({ strange }: IssuerLog, now: number): string[] {
  const newest = strange[0]
  return [...(newest ? [`strange:${newest.index}`] : []), `week:${mondayOf(now)}`]
}

/** Of these those that nothing was queued about. */
async function notYet(tx: Transaction, abouts: readonly string[]): Promise<string[]> {
  const queued = await findQueuedKeys(
    tx,
    abouts.map((about) => `log_report:${about}`),
  )
  return abouts.filter((about) => !queued.has(`log_report:${about}`))
}

/** The UTC day that a week began on. */
function mondayOf(now: number): string {
  const day = Math.floor(now / DAY)
  // 1 January 1970 was a Thursday.
  return new Date((day - ((day + 3) % 7)) * DAY).toISOString().slice(0, 10)
}

function recentOf({ days }: IssuerLog, now: number): number {
  const from = new Date(now - 6 * DAY).toISOString().slice(0, 10)
  return days.filter(({ day }) => day >= from).reduce((sum, { leaves }) => sum + leaves, 0)
}

/**
 * Tells owners now, and every six hours from now on what is due then.
 * @returns ends it, once a turn that is under way is done
 */
export function keepTellingOwners(): () => Promise<void> {
  return keepDoing(() => tellOwnersOfLog(Date.now()), {
    everyMs: EVERY_MS,
    failed: 'owners could not be told of the public log',
  })
}
