import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { withAsciiDomain } from '@/lib/contract/email-address'
import { MailFailure } from './mail-failure'
import type { SmtpSettings } from './smtp-settings'

const CONNECT_MS = 15_000
const SILENCE_MS = 60_000
/** The longest time for handing over one message: well below the time after which a claim counts as lost. */
const SEND_MS = 240_000

/** What nodemailer's errors carry. */
interface SmtpError {
  message?: string
  code?: string | undefined
  responseCode?: number | undefined
  command?: string | undefined
}

/** A connection to the mail server, signed in, for one message after another. */
export interface MailConnection {
  readonly usable: boolean
  /**
   * Hands one message over; resolves when the server has accepted it.
   * @param beforeText runs when the server waits for the text and nothing of it is sent yet; where it rejects, nothing
   *   is, and its error is thrown
   * @throws MailFailure
   */
  send(mail: { from: string; to: string; message: Buffer }, beforeText: () => Promise<void>): Promise<void>
  close(): void
}

/**
 * Connects to the mail server and signs in. TLS is never given up where it is required.
 * @throws MailFailure `down`
 */
export async function openMailConnection(settings: SmtpSettings): Promise<MailConnection> {
  const { host, port, secure, requireTls, login, ca } = settings
  const connection = new SMTPConnection({
    host,
    port,
    secure,
    requireTLS: requireTls,
    ignoreTLS: !requireTls,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    tls: { minVersion: 'TLSv1.2', ...(ca !== undefined && { ca }) },
  })
  let ended = false
  connection.on('end', () => (ended = true))
  // An error that comes while nobody uses the line must not end the process.
  connection.on('error', () => (ended = true))
  try {
    await attempt(connection, CONNECT_MS * 3, (done) => connection.connect(done))
    if (login) {
      const { user, password: pass } = login
      await attempt(connection, SILENCE_MS, (done) => connection.login({ user, pass }, done))
    }
  } catch (error) {
    connection.close()
    throw new MailFailure('down', wordOf(error as SmtpError))
  }
  return {
    get usable() {
      return !ended
    },
    close: () => (ended ? connection.close() : connection.quit()),
    async send(mail, beforeText) {
      let phase: 'envelope' | 'stopped' | 'text' = 'envelope'
      let stopped: unknown
      async function* text() {
        try {
          await beforeText()
        } catch (error) {
          phase = 'stopped'
          stopped = error
          throw error
        }
        phase = 'text'
        yield mail.message
      }
      const stream = Readable.from(text(), { objectMode: false })
      const envelope = { from: mail.from, to: [withAsciiDomain(mail.to)], size: mail.message.length }
      try {
        await attempt(connection, SEND_MS, (done) => connection.send(envelope, stream, done))
      } catch (error) {
        // Whatever the line waits for now, the next message must not be taken for it.
        ended = true
        connection.close()
        if ((phase as string) === 'stopped') throw stopped
        throw judge(error as SmtpError, (phase as string) === 'text')
      }
    },
  }
}

/** Runs one step; it also ends when the connection does, or when it takes too long. */
function attempt(
  connection: SMTPConnection,
  milliseconds: number,
  step: (done: (error?: SmtpError | null) => void) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => settle({ code: 'ETIMEDOUT' }), milliseconds)
    const onEnd = () => settle({ code: 'ECONNECTION' })
    const settle = (error?: SmtpError | null) => {
      clearTimeout(timer)
      connection.off('error', settle)
      connection.off('end', onEnd)
      if (error) reject(error)
      else resolve()
    }
    connection.on('error', settle)
    connection.on('end', onEnd)
    step(settle)
  })
}

function judge(error: SmtpError, handedOver: boolean): MailFailure {
  const { responseCode: reply = 0, command, code } = error
  if (reply >= 400 && reply < 500) return new MailFailure('later', `deferred_${reply}`)
  if (reply >= 500 && reply < 600) {
    // A sender that is refused is refused for every message: that is for the operator to mend.
    const mine = command === 'MAIL FROM'
    return new MailFailure(mine ? 'down' : 'refused', `${mine ? 'sender' : 'rejected'}_${reply}`)
  }
  if (handedOver) return new MailFailure('unknown', 'answer_lost')
  if (code === 'EENVELOPE') return new MailFailure('refused', 'address')
  return new MailFailure('later', wordOf(error))
}

function wordOf({ code, responseCode, message = '' }: SmtpError): string {
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'login'
  if (code === 'ETLS' || /certificate|altname|\b(TLS|SSL)\b/i.test(message)) return 'tls'
  if (code === 'ETIMEDOUT') return 'timeout'
  return responseCode === undefined ? 'connection' : `greeting_${responseCode}`
}
