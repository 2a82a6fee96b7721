import { env } from '@/lib/env'
import { Every } from '@/lib/every'
import { pause, untilStopped } from '@/lib/keep-doing'
import { log } from '@/lib/log'
import { readSmtpUrl, type SmtpSettings } from '@/lib/net/smtp-settings'
import { recoverMail, setSuspendedAside } from '@/lib/store/mail/mail-keeping'
import type { MailShare } from '@/lib/store/mail/mail-queue'
import { isMailHealthy } from './mail-health'
import { type MailLine, mailLine, mailLines, noteMailDown } from './mail-line'
import type { RoundEnd } from './mail-round'
import { sendDueMail } from './send-due-mail'
import { settleOwed } from './settle-mail'

/** The age at which a claim is that of a process that is gone: well above the longest that one sending takes. */
export const CLAIM_MINUTES = 10

const POLL_MS = 2000
const KEEP_EVERY_MS = 60_000
const LONGEST_PAUSE_MS = 60_000

/**
 * Starts sending mail from the queue, one worker a process; any number of processes may. What somebody waits for has a line of its own
 * besides: a server that takes minutes over the many, or never answers, does not keep it back. Does nothing where mail is off.
 * @param settings of the mail server; left out, those of SMTP_URL
 * @returns finishes the messages in hand, and ends it
 */
export function startMailWorker(settings: SmtpSettings | null = configuredMail()): () => Promise<void> {
  if (!settings) return () => Promise.resolve()
  const stops = [
    untilStopped((signal) => run(mailLines(settings), signal, 'all')),
    untilStopped((signal) => run([mailLine(settings)], signal, 'urgent')),
  ]
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
    // The last chance of this process to say what it knows.
    await settleOwed().catch(() => undefined)
  }
}

/** The mail server of SMTP_URL, or null where mail is off. */
export function configuredMail(): SmtpSettings | null {
  const url = env().SMTP_URL
  return url === undefined ? null : readSmtpUrl(url)
}

async function run(lines: readonly MailLine[], signal: AbortSignal, share: MailShare): Promise<void> {
  const keeping = new Every(KEEP_EVERY_MS)
  let milliseconds = POLL_MS
  // Tried once before anything is to be sent: a wrong password shows at the start, not at the first invitation.
  if (share === 'all') await isServerThere(lines)
  while (!signal.aborted) {
    const end = await round(lines, signal, share, share === 'all' && keeping.isDue())
    if (end === 'none') close(lines)
    milliseconds = end === 'down' || end === 'restored' ? Math.min(milliseconds * 2, LONGEST_PAUSE_MS) : POLL_MS
    await pause(milliseconds, signal)
  }
  close(lines)
}

async function round(
  lines: readonly MailLine[],
  signal: AbortSignal,
  share: MailShare,
  keeps: boolean,
): Promise<RoundEnd> {
  try {
    // Before anybody takes these for messages of which nobody knows.
    await settleOwed()
    if (keeps) {
      await recoverMail(CLAIM_MINUTES)
      await setSuspendedAside()
    }
    const end = await sendDueMail(lines, signal, share)
    if (end !== 'none' || share !== 'all' || isMailHealthy()) return end
    // Nothing waits, and the server was gone when it was last tried.
    return (await isServerThere(lines)) ? 'none' : 'down'
  } catch (error) {
    log.warn({ err: error }, 'mail waits: the queue cannot be read')
    return 'down'
  }
}

async function isServerThere([line]: readonly MailLine[]): Promise<boolean> {
  try {
    await line?.get()
    return true
  } catch (error) {
    noteMailDown(error)
    return false
  }
}

function close(lines: readonly MailLine[]): void {
  for (const line of lines) line.close()
}
