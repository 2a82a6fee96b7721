import { isUuid } from '@/lib/domain/text/uuid'
import { ServiceError } from '@/lib/errors'
import { queueWatchNotices } from '@/lib/service/watch/queue-watch-notices'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { cancelMail, decideRestoredMail, recoverMail, retryMail } from '@/lib/store/mail/mail-keeping'
import { type ListedMail, listMail, type MailState } from '@/lib/store/mail/mail-messages'
import { decryptMail } from './encrypt-mail'
import { requireMail } from './enqueue-mail'
import { mailLines } from './mail-line'
import type { RoundEnd } from './mail-round'
import { CLAIM_MINUTES, configuredMail } from './mail-worker'
import { sendDueMail } from './send-due-mail'

const LISTED = 200

/** The states that the operator is shown by default: a sent message needs no attention. */
export const OPEN_STATES: readonly MailState[] = ['queued', 'sending', 'failed', 'unknown']

/** A message as the operator sees it, with its address while that is kept. */
export interface QueuedMail extends Omit<ListedMail, 'sealed'> {
  to: string | null
}

/** The newest messages in these states, two hundred at most. */
export async function listQueuedMail(states: readonly MailState[] = OPEN_STATES): Promise<QueuedMail[]> {
  const rows = await listMail(states, LISTED)
  return rows.map(({ sealed, ...row }) => ({
    ...row,
    to: sealed === null ? null : (decryptMail(sealed, row.id, keyEncryptionKey())?.to ?? null),
  }))
}

/**
 * Sends a message once more that failed or of which nobody knows: the operator has made sure that it did not arrive.
 * @throws ServiceError `not_found`
 */
export async function retryQueuedMail(id: string): Promise<void> {
  if (!isUuid(id) || !(await retryMail(id)))
    throw new ServiceError('not_found', 'There is no message with this ID that could be sent again.')
}

/**
 * Drops a message for good.
 * @throws ServiceError `not_found`
 */
export async function cancelQueuedMail(id: string): Promise<void> {
  if (!isUuid(id) || !(await cancelMail(id)))
    throw new ServiceError('not_found', 'There is no message with this ID that waits.')
}

/**
 * Sends or drops all that waited when the database was restored, and of which nobody knows whether it was sent since.
 * @returns how many messages
 */
export function decideRestored(what: 'retry' | 'cancel'): Promise<number> {
  return decideRestoredMail(what)
}

/**
 * Sends what is due, once, for hosts where a timer does it in place of the server.
 * @returns why it ended
 * @throws ServiceError `malformed` where mail is off
 */
export async function sendMailOnce(signal: AbortSignal): Promise<RoundEnd> {
  requireMail()
  const settings = configuredMail()
  if (!settings) return 'none'
  await recoverMail(CLAIM_MINUTES)
  await queueWatchNotices()
  const lines = mailLines(settings)
  try {
    return await sendDueMail(lines, signal)
  } finally {
    for (const line of lines) line.close()
  }
}
