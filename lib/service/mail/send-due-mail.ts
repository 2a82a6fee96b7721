import { randomUUID } from 'node:crypto'
import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { MailFailure } from '@/lib/net/mail-failure'
import { isDatabaseAway } from '@/lib/store/database/silence/is-database-away'
import { mayBeRestored } from '@/lib/store/journal/journal-watch'
import { claimMail, hasDueMail, returnClaim, settleFault } from '@/lib/store/mail/mail-queue'
import { deliverMail } from './deliver-mail'
import { type MailLine, noteMailDown } from './mail-line'
import { settle, settleOwed } from './settle-mail'

/**
 * The reason why a round ended: nothing is due any more, the minute's messages are used up, the mail server cannot be
 * used, the database was restored and may hold messages that were sent since, or the process stops.
 */
export type RoundEnd = 'none' | 'limited' | 'down' | 'restored' | 'stopped'

/** A message whose sending failed by a fault of ours waits this long, so that it does not hold up the others. */
const FAULT_SECONDS = 3600

/**
 * Sends the messages that are due, one after another. The line is opened before a message is taken on: while the mail
 * server is gone, messages wait and no attempt is used up.
 */
export async function sendDueMail(line: MailLine, signal?: AbortSignal): Promise<RoundEnd> {
  for (;;) {
    if (signal?.aborted) return 'stopped'
    await settleOwed()
    if (!(await hasDueMail())) return 'none'
    if (await mayBeRestored()) return 'restored'
    const end = await sendNext(line)
    if (end !== null) return end
  }
}

async function sendNext(line: MailLine): Promise<RoundEnd | null> {
  try {
    const connection = await line.get()
    const claimed = await claimMail(randomUUID(), env().MAIL_PER_MINUTE)
    if (claimed === null) return 'none'
    if (claimed === 'limited') return 'limited'
    // Claimed by a new connection perhaps, of which it is known only now where it leads.
    if (await mayBeRestored()) {
      await returnClaim(claimed.id, claimed.claim, 'restored')
      return 'restored'
    }
    try {
      await deliverMail(claimed, connection)
    } catch (error) {
      if (error instanceof MailFailure) throw error
      if (isDatabaseAway(error)) {
        // No fault of the message, and nothing of its text is out: what came of that is owed, and not thrown.
        await settle(() => returnClaim(claimed.id, claimed.claim, 'database'))
        throw error
      }
      log.error({ message: claimed.id, err: error }, 'a message could not be made')
      await settleFault(claimed.id, claimed.claim, FAULT_SECONDS)
    }
    return null
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error
    if (error.word.startsWith('sender_')) noteMailDown(error)
    line.close()
    return 'down'
  }
}
