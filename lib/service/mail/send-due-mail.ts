import { log } from '@/lib/log'
import type { MailConnection } from '@/lib/net/mail-connection'
import { MailFailure } from '@/lib/net/mail-failure'
import { isDatabaseAway } from '@/lib/store/database/silence/is-database-away'
import { type ClaimedMail, type MailShare, returnClaims, settleFault } from '@/lib/store/mail/mail-queue'
import { deliverMail } from './deliver-mail'
import { type MailLine, noteMailDown } from './mail-line'
import { MailRound, type RoundEnd } from './mail-round'
import { settle } from './settle-mail'

/** A message whose sending failed by a fault of ours waits this long, so that it does not hold up the others. */
const FAULT_SECONDS = 3600

/**
 * Sends the messages that are due, one after another on each line; further lines help where many are. A line is opened before a message
 * is taken on: while the mail server is gone, messages wait and no attempt is used up.
 */
export async function sendDueMail(
  lines: readonly MailLine[],
  signal?: AbortSignal,
  share: MailShare = 'all',
): Promise<RoundEnd> {
  const round = new MailRound(share, signal)
  const failures: unknown[] = []
  await sendOn(lines, round, failures)
  await round.giveBack(round.end ?? 'down')
  const fault = failures.find((failure) => !(failure instanceof MailFailure))
  if (fault !== undefined) throw fault
  const end = round.end ?? 'down'
  // Whoever sends everything sends what is urgent too, and says it.
  if (end === 'down' && share === 'all') noteMailDown(failures.at(-1))
  return end
}

/**
 * Sends on the first line as long as there is something, and on the others beside it once there is much. A line that cannot be opened is
 * left, for the server may take no more of them: where none is left, nothing can be sent.
 * @param failures gets what ended a line
 */
async function sendOn([line, ...others]: readonly MailLine[], round: MailRound, failures: unknown[]): Promise<void> {
  if (!line) return
  let beside: Promise<void> | undefined
  try {
    while (line.isOpen || (await round.isDue())) {
      const connection = await line.get().catch((error: unknown) => void failures.push(error))
      const claimed = connection ? await round.next() : null
      if (!connection || !claimed) break
      if (round.isFull) beside ??= sendOn(others, round, failures)
      await send(claimed, connection)
    }
  } catch (error) {
    failures.push(error)
    round.end ??= 'down'
    line.close()
  }
  await beside
  for (const one of others) one.close()
}

async function send(claimed: ClaimedMail, connection: MailConnection): Promise<void> {
  const { id, claim } = claimed
  try {
    await deliverMail(claimed, connection)
  } catch (error) {
    if (error instanceof MailFailure) throw error
    if (isDatabaseAway(error)) {
      // No fault of the message, and nothing of its text is out: what came of that is owed, and not thrown.
      await settle(() => returnClaims([id], claim, 'database'))
      throw error
    }
    log.error({ message: id, err: error }, 'a message could not be made')
    await settleFault(id, claim, FAULT_SECONDS)
  }
}
