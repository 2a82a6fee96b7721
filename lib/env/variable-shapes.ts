import { isIP } from 'node:net'
import { z } from 'zod'
import { canParseUrl } from '@/lib/can-parse-url'

/** Comma-separated words, trimmed; empty ones dropped. */
export const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean),
  )

/** An IP address or a range of them, as in 10.0.0.0/8. */
export const cidr = z.string().refine((text) => {
  const [address, bits, ...rest] = text.split('/')
  const family = isIP(address ?? '')
  const most = family === 6 ? 128 : 32
  return family !== 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
}, 'must hold addresses or CIDR ranges, such as 10.0.0.0/8')

/** An IP address with a port, as in 10.0.0.53:53 or [fd00::53]:53; the port may be left out. */
export const nameServer = z.string().refine((text) => {
  const [, address6, address4, port] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(text) ?? []
  const family = address6 === undefined ? isIP(address4 ?? '') === 4 : isIP(address6) === 6
  return family && (port === undefined || (Number(port) > 0 && Number(port) <= 65535))
}, 'must hold IP addresses of name servers, such as 10.0.0.53:53 or [fd00::53]:53')

/** A web address without a path; becomes its origin. */
export const origin = z.string().transform((text, context) => {
  try {
    const url = new URL(text)
    const bare = url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password
    if (/^https?:$/.test(url.protocol) && bare) return url.origin
  } catch {
    // said below
  }
  context.addIssue({
    code: 'custom',
    message: 'must be an http or https address without a path, such as https://verify.example.org',
  })
  return z.NEVER
})

/** 32 bytes in base64. */
export const key32 = z.string().refine((text) => {
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === 32 && bytes.toString('base64') === text
}, 'must be 32 bytes in base64; make one with: openssl rand -base64 32')

/** An address with one of these protocols; the example is for whoever wrote another. */
const url = (protocols: string[], example: string) =>
  z
    .string()
    .refine((text) => canParseUrl(text) && protocols.includes(new URL(text).protocol), `must look like ${example}`)

/** What stands before the name of a database whose host is given later on, as libpq has it: `postgresql://user@/name?host=/folder`. */
const NO_HOST = /^(postgres(?:ql)?:\/\/[^/?#]*)@(?=\/)/

/** The same with a host before the name, without which it is no URL. */
export const withHost = (text: string) => text.replace(NO_HOST, '$1@localhost')

const ENCRYPTION = ['ssl', 'sslmode', 'sslcert', 'sslkey', 'sslrootcert', 'sslnegotiation']

/** What a text asks for about encryption, which the driver would pass over without a word. */
const passedOver = (text: string) =>
  canParseUrl(text)
    ? [...new URL(text).searchParams.keys()].filter(
        (name) => /ssl|tls|encrypt/i.test(name) && !ENCRYPTION.includes(name),
      )
    : []

/**
 * The database. In each of these modes the driver checks the server's certificate and its name; its next version does so in one of
 * them alone, which is named instead.
 */
export const postgresUrl = z
  .string()
  .transform(withHost)
  .pipe(
    url(
      ['postgres:', 'postgresql:'],
      'postgresql://user:password@host:5432/name, with anything but letters and digits of a password written as in %23 for #; ' +
        'or, through a socket, postgresql://user@localhost/name?host=/var/run/postgresql',
    ),
  )
  .refine(
    (text) => !canParseUrl(text) || !/,/.test(new URL(text).hostname + (new URL(text).searchParams.get('host') ?? '')),
    'must name one host, not several: give an address that always leads to the primary',
  )
  .refine((text) => passedOver(text).length === 0, {
    error: ({ input }) =>
      `has a parameter that the driver passes over: ${passedOver(String(input)).join(', ')}. The connection would not be encrypted as ` +
      'asked. Known are sslmode, sslrootcert, sslcert and sslkey, as in ?sslmode=verify-full&sslrootcert=/path/to/ca.pem',
  })
  .transform((text) =>
    /[?&]uselibpqcompat=true(&|$)/.test(text)
      ? text
      : text.replace(/\?.*$/s, (query) =>
          query.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/g, '$1verify-full'),
        ),
  )

/** Where requests are counted: the driver takes a list of hosts for one name, and any path for the number of a database. */
export const redisUrl = z.string().refine((text) => {
  if (!canParseUrl(text) || !/^(%[0-9a-f]{2}|[^%])*$/i.test(text)) return false
  const { protocol, hostname, pathname } = new URL(text)
  return ['redis:', 'rediss:'].includes(protocol) && /^[^,]+$/.test(hostname) && /^\/?\d*$/.test(pathname)
}, 'must name one server, as in redis://user:password@host:6379/0, with anything but letters and digits of a password written as in %23 for #')

/** The mail server. */
export const smtpUrl = url(['smtp:', 'smtps:'], 'smtp://user:password@host:587').refine(
  (text) => !canParseUrl(text) || (new URL(text).hostname !== '' && /^(%[0-9a-f]{2}|[^%])*$/i.test(text)),
  'must look like smtp://user:password@host:587, with % in a password written as %25',
)

/** An address that mail comes from, with or without a name before it. */
export const mailbox = z.string().transform((text, context) => {
  const parts = /^(?:(?:"([^"<>]*)" *|([^"<>]*))<([^<>]*)>|([^"<>]*))$/.exec(text.trim()) ?? []
  const name = (parts[1] ?? parts[2] ?? '').trim()
  const address = parts[3] ?? parts[4] ?? ''
  if (/^[^\s@<>(),;:"\\[\]]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/.test(address) && !/\p{Cc}/u.test(name)) {
    return { name, address }
  }
  context.addIssue({
    code: 'custom',
    message: 'must be an address that mail comes from, such as no-reply@example.org or Example <no-reply@example.org>',
  })
  return z.NEVER
})

/** Whom to tell of a weakness: a web address, or a mail address with or without `mailto:` before it. */
export const securityContact = z.string().transform((text, context) => {
  const [, mail] = /^(?:mailto:)?([^\s@<>(),;:"\\[\]]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*)$/.exec(text) ?? []
  if (mail !== undefined) return `mailto:${mail}`
  if (/^https:\/\/[\x21-\x7e]+$/.test(text) && canParseUrl(text)) return text
  context.addIssue({
    code: 'custom',
    message: 'must be a mail address or an https address, such as security@example.org',
  })
  return z.NEVER
})
