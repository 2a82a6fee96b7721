import { isLoopback } from '@/lib/domain/text/is-loopback'

/** The mail server and how to reach it. */
export interface SmtpSettings {
  host: string
  port: number
  /** TLS from the first byte (smtps); else by STARTTLS. */
  secure: boolean
  /** Nothing is said in the clear: everywhere but to this machine itself. */
  requireTls: boolean
  login: { user: string; password: string } | null
  /** A certificate authority to trust besides the usual ones, PEM. */
  ca?: string
}

/**
 * Reads SMTP_URL (spec part 12), whose shape the configuration has checked.
 * @param text `smtp://user:password@host:587` or `smtps://user:password@host:465`; the ports are the defaults
 */
export function readSmtpUrl(text: string): SmtpSettings {
  const url = new URL(text)
  const secure = url.protocol === 'smtps:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const user = decodeURIComponent(url.username)
  return {
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTls: !secure && !isLoopback(host),
    login: user === '' ? null : { user, password: decodeURIComponent(url.password) },
  }
}
