import { canParseUrl } from '@/lib/can-parse-url'
import { decodePercents } from '@/lib/domain/text/decode-percents'
import { lookAlikeHost } from './look-alike-host'
import { looksLikeSerial, writtenSerial } from './scan-serial'
import type { ElsewhereReason, ScanVerdict } from './scan-verdict'
import { visibleText } from './visible-text'

type Elsewhere = Extract<ScanVerdict, { kind: 'elsewhere' }>
type Reason = Pick<Elsewhere, 'reason' | 'lookalike'>
/** Where this service is, then where it was before: what was printed there names its certificates for ever. */
export type OwnOrigins = readonly [string, ...string[]]

const LONGEST_SHOWN = 300
/** Printable ASCII except the backslash, which browsers read as a slash. */
const PLAIN = /^[\x21-\x5b\x5d-\x7e]+$/
/** How this service writes an address, and nothing before, after or between. */
const OWN_ADDRESS = /^https?:\/\/([^/?#]*)\/verify\/([^/?#]+)\/?$/i
/** An address without its beginning, which phones complete. */
const BARE_HOST = /^[^\s/?#@:\\]+\.(?:[\p{L}\p{M}]{2,}|xn--[a-z0-9-]{2,})(?::\d+)?(?:[/?#\\]|$)/iu
const LEADS_ON = /[/\\]{2}|https?:/i

/**
 * Judges a text that a browser would take for an address.
 * @param raw as the code holds it, without what surrounds it
 * @param joined the same without tabs and line ends, as a browser reads it
 * @returns the serial where it is our own verification address, in just the form that we write; null for a text that
 * is no address with a host
 */
export function judgeAddress(
  raw: string,
  joined: string,
  origins: OwnOrigins,
): { kind: 'ours'; serial: string } | Elsewhere | null {
  const url = hostedAddress(joined)
  if (url === null) return null
  const own = origins.map((origin) => new URL(origin))
  const ours = url.username === '' && url.password === '' ? own.find(({ origin }) => origin === url.origin) : undefined
  const serial = ours ? serialOfOwn(raw, ours) : null
  if (serial !== null) return { kind: 'ours', serial }
  const why = ours ? whyNotOurs(raw, url) : whyNoneOfOurs(raw, url, own)
  const shown = { longest: LONGEST_SHOWN }
  return { kind: 'elsewhere', host: visibleText(url.host, shown), address: visibleText(raw, shown), ...why }
}

/** The address as the platform reads it; null where it has no host, such as `mailto:` and `javascript:`. */
function hostedAddress(text: string): URL | null {
  const hasScheme = /^(?:(?:https?|ftp|wss?):|[a-z][a-z0-9+.-]*:[/\\]{2})/i.test(text)
  const whole = hasScheme
    ? text
    : /^[/\\]{2}/.test(text)
      ? `https:${text}`
      : BARE_HOST.test(text)
        ? `https://${text}`
        : ''
  if (!canParseUrl(whole)) return null
  const url = new URL(whole)
  return url.host === '' ? null : url
}

function serialOfOwn(raw: string, own: URL): string | null {
  const [, authority, segment] = (PLAIN.test(raw) && OWN_ADDRESS.exec(raw)) || []
  return authority?.toLowerCase() === own.host && segment !== undefined ? writtenSerial(decoded(segment)) : null
}

function whyNotOurs(raw: string, url: URL): Reason {
  const rest = decoded(decoded(url.pathname + url.search + url.hash))
  if (LEADS_ON.test(rest)) return { reason: 'own_redirect', lookalike: false }
  const isDisguised = !PLAIN.test(raw) || rest.split('/').some(looksLikeSerial)
  return { reason: isDisguised ? 'disguised_address' : 'own_other_page', lookalike: false }
}

/** One that could be taken for ours, by the very name or another of them, before any other. */
function whyNoneOfOurs(raw: string, url: URL, own: readonly URL[]): Reason {
  const named = own.filter(({ hostname }) => hostname === url.hostname)
  const whys = [...named, ...own].map((one) => whyElsewhere(raw, url, one))
  return whys.find(({ lookalike }) => lookalike) ?? whys[0] ?? { reason: 'other_site', lookalike: false }
}

function whyElsewhere(raw: string, url: URL, own: URL): Reason {
  if (url.username !== '' || url.password !== '') return { reason: 'user_info', lookalike: true }
  const hostname = url.hostname.toLowerCase().replace(/\.$/, '')
  if (hostname === own.hostname) return { reason: sameHostReason(url, own), lookalike: true }
  if (!/^https?:$/.test(url.protocol)) return { reason: 'other_scheme', lookalike: false }
  const resemblance = lookAlikeHost(hostname, own.hostname)
  if (resemblance) return { reason: resemblance, lookalike: true }
  return decoded(raw).toLowerCase().includes(own.hostname)
    ? { reason: 'our_name_inside', lookalike: true }
    : { reason: 'other_site', lookalike: false }
}

function sameHostReason(url: URL, own: URL): ElsewhereReason {
  if (url.protocol !== own.protocol) return 'other_scheme'
  return url.port !== own.port ? 'other_port' : 'disguised_address'
}

const decoded = (text: string) => decodePercents(text) ?? text
