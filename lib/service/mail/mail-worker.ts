import { env } from '@/lib/env'
import { Every } from '@/lib/every'
import { pause, untilStopped } from '@/lib/keep-doing'
import { log } from '@/lib/log'
import { readSmtpUrl, type SmtpSettings } from '@/lib/net/smtp-settings'
import { recoverMail, setSuspendedAside } from '@/lib/store/mail/mail-keeping'
import { isMailHealthy } from './mail-health'
import { mailLine } from './mail-line'
import { type RoundEnd, sendDueMail } from './send-due-mail'
import { settleOwed } from './settle-mail'

/** The age at which a claim is that of a process that is gone: well above the longest that one sending takes. */
export const CLAIM_MINUTES = 10

const POLL_MS = 2000
const KEEP_EVERY_MS = 60_000
const LONGEST_PAUSE_MS = 60_000

/**
 * Starts sending mail from the queue, one worker a process; any number of processes may. Does nothing where mail is off.
 * @param settings of the mail server; left out, those of SMTP_URL
 * @returns finishes the message in hand, and ends it
 */
export function startMailWorker(settings: SmtpSettings | null = configuredMail()): () => Promise<void> {
  return settings ? untilStopped((signal) => run(settings, signal)) : () => Promise.resolve()
}

/** The mail server of SMTP_URL, or null where mail is off. */
export function configuredMail(): SmtpSettings | null {
  const url = env().SMTP_URL
  return url === undefined ? null : readSmtpUrl(url)
}

async function run(settings: SmtpSettings, signal: AbortSignal): Promise<void> {
  const line = mailLine(settings)
  const keeping = new Every(KEEP_EVERY_MS)
  let milliseconds = POLL_MS
  // Tried once before anything is to be sent: a wrong password shows at the start, not at the first invitation.
  await line.get().catch(() => undefined)
  while (!signal.aborted) {
    const end = await round(line, signal, keeping.isDue())
    if (end === 'none') line.close()
    milliseconds = end === 'down' || end === 'restored' ? Math.min(milliseconds * 2, LONGEST_PAUSE_MS) : POLL_MS
    await pause(milliseconds, signal)
  }
  // The last chance of this process to say what it knows.
  await settleOwed().catch(() => undefined)
  line.close()
}

async function round(line: ReturnType<typeof mailLine>, signal: AbortSignal, keeps: boolean): Promise<RoundEnd> {
  try {
    // Before anybody takes these for messages of which nobody knows.
    await settleOwed()
    if (keeps) {
      await recoverMail(CLAIM_MINUTES)
      await setSuspendedAside()
    }
    const end = await sendDueMail(line, signal)
    if (end !== 'none' || isMailHealthy()) return end
    // Nothing waits, and the server was gone when it was last tried.
    return await line.get().then(
      () => 'none' as const,
      () => 'down' as const,
    )
  } catch (error) {
    log.warn({ err: error }, 'mail waits: the queue cannot be read')
    return 'down'
  }
}
