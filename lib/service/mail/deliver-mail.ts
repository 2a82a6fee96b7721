import { MAIL_LANGUAGES, env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { log } from '@/lib/log'
import { composeMail } from '@/lib/net/compose-mail'
import type { MailConnection } from '@/lib/net/mail-connection'
import { MailFailure } from '@/lib/net/mail-failure'
import { mailHtml, mailText } from '@/lib/render/typeset/mail-body'
import { joinWaitingNotices } from '@/lib/service/watch/take-waiting-notices'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import * as queue from '@/lib/store/mail/mail-queue'
import { decryptMail } from './encrypt-mail'
import type { AddressedMail } from './mail-content'
import { settle } from './settle-mail'
import { writeMail, type WrittenMail } from './write-mail'

const MINUTE = 60
/** How long to wait after the first attempt, the second …; after the last one a message has failed. */
const RETRY_AFTER_SECONDS = [1, 5, 15, 60, 180, 360, 720, 1440, 1440].map((minutes) => minutes * MINUTE)

/** The claim on a message was lost before its text went out. */
class ClaimLost extends Error {}

/**
 * Sends one claimed message and notes what became of it. Between the note that its text goes out and the server's answer
 * nobody may send it again: where that answer is lost, the operator decides.
 * @throws MailFailure `down` when no message can be sent now; this one waits as before
 */
export async function deliverMail(claimed: queue.ClaimedMail, connection: MailConnection): Promise<void> {
  const { id, claim, attempts } = claimed
  const prepared = await prepare(claimed)
  if (prepared === 'joined') return
  if ('dropped' in prepared) {
    await settle(() => queue.settleEnded(id, claim, 'abandoned', prepared.dropped))
    return
  }
  if ('waits' in prepared) {
    await settle(() => queue.returnWaiting(id, claim, prepared.waits))
    return
  }
  try {
    await connection.send(prepared, async () => {
      if (!(await queue.noteHandOver(id, claim))) throw new ClaimLost()
    })
    await settle(() => queue.settleSent(id, claim))
    log.info({ message: id, kind: claimed.kind }, 'mail sent')
  } catch (error) {
    if (error instanceof ClaimLost) return
    if (!(error instanceof MailFailure)) throw error
    await settleFailure(error, claimed, attempts)
  }
}

async function settleFailure(error: MailFailure, { id, claim }: queue.ClaimedMail, attempts: number): Promise<void> {
  const { outcome, word } = error
  log.warn({ message: id, word, outcome }, 'mail was not accepted')
  if (outcome === 'down') {
    await settle(() => queue.returnClaims([id], claim, word))
    throw error
  }
  const wait = RETRY_AFTER_SECONDS[attempts - 1]
  await settle(() => {
    if (outcome === 'unknown') return queue.settleEnded(id, claim, 'unknown', word)
    if (outcome === 'refused' || wait === undefined) return queue.settleEnded(id, claim, 'failed', word)
    return queue.settleLater(id, claim, word, wait)
  })
}

type Prepared = { from: string; to: string; message: Buffer } | { dropped: string } | { waits: string }

/** `joined` where another message was queued that tells what this one would have, and ended it. */
async function prepare(claimed: queue.ClaimedMail): Promise<Prepared | 'joined'> {
  const { id, sealed, language: code, serial, certificateId } = claimed
  const mail = decryptMail(sealed, id, keyEncryptionKey())
  if (mail === null) return { waits: 'sealed' }
  if (!claimed.counts) return { dropped: 'not_queued_here' }
  if ((await queue.doOthersWait(claimed)) && (await joinWaitingNotices(claimed, mail))) return 'joined'
  const language = MAIL_LANGUAGES.find((one) => one === code) ?? env().MAIL_LANGUAGE
  const about = serial === null || certificateId === null ? null : { serial, certificateId }
  try {
    const written = await writeMail(mail.content, language, about, Date.now())
    return 'dropped' in written ? written : await compose(id, mail, written)
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'unavailable') return { waits: 'undetermined' }
    throw error
  }
}

async function compose(
  id: string,
  { to }: AddressedMail,
  { subject, body, unsubscribe, replyTo }: Exclude<WrittenMail, { dropped: string }>,
): Promise<Prepared> {
  const message = await composeMail({
    from: env().MAIL_FROM,
    to,
    subject,
    text: mailText(body),
    html: mailHtml(body),
    messageId: `${id}@${new URL(env().BASE_URL).hostname}`,
    date: new Date(),
    language: body.language,
    unsubscribe: unsubscribe ?? null,
    replyTo: replyTo ?? null,
  })
  return { from: env().MAIL_FROM.address, to, message }
}
