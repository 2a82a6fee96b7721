import { env } from '@/lib/env'
import { openMailConnection } from '@/lib/net/mail-connection'
import { MailFailure } from '@/lib/net/mail-failure'
import { configuredMail } from '@/lib/service/mail/mail-worker'
import { readMailQueue } from '@/lib/store/mail/mail-keeping'
import type { DoctorFinding } from './doctor-finding'

/** If a message is overdue by more than this, nobody sends. */
const TOLERATED_SECONDS = 15 * 60

const WHY: ReadonlyMap<string, string> = new Map([
  ['login', 'it refuses the user or the password of SMTP_URL'],
  ['tls', 'it offers no TLS, or its certificate is not trusted'],
  ['timeout', 'it does not answer in time'],
])

/** Examines whether mail can be sent, by signing in at the mail server; nothing is sent. */
export async function examineMail(): Promise<DoctorFinding[]> {
  const settings = configuredMail()
  const queue = await readMailQueue()
  if (!settings) {
    const waiting = queue.queued > 0 ? ` Messages that wait from before: ${queue.queued}.` : ''
    return [finding('good', `No mail is sent: SMTP_URL is not set, links are shown instead.${waiting}`)]
  }
  const server = `${settings.host}:${settings.port}`
  const findings: DoctorFinding[] = []
  try {
    const connection = await openMailConnection(settings)
    connection.close()
    findings.push(finding('good', `The mail server ${server} can be used; mail comes from ${env().MAIL_FROM.address}.`))
  } catch (error) {
    const word = error instanceof MailFailure ? error.word : 'connection'
    findings.push(
      finding('bad', `The mail server ${server} cannot be used: ${WHY.get(word) ?? 'it cannot be reached'}.`),
    )
  }
  if (queue.overdueSeconds > TOLERATED_SECONDS) {
    const minutes = Math.floor(queue.overdueSeconds / 60)
    findings.push(finding('warning', `Messages wait: ${queue.queued}, the oldest ${minutes} minutes beyond its time.`))
  }
  if (queue.failed + queue.unknown > 0) {
    const sentence = `Messages that failed: ${queue.failed}; that may not have arrived: ${queue.unknown}. See: certs mail list`
    findings.push(finding('warning', sentence))
  }
  return findings
}

function finding(result: DoctorFinding['result'], message: string): DoctorFinding {
  return { id: 'mail', result, message }
}
