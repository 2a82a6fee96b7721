import { canParseUrl } from '@/lib/can-parse-url'
import { isIssuerSerial } from '@/lib/domain/issuer/issuer-serial'
import { isPassportHandle } from '@/lib/domain/passport/passport-handle'
import { decodePercents } from '@/lib/domain/text/decode-percents'
import { isUuid } from '@/lib/domain/text/uuid'
import { findOwnSerials, leadingOwnSerial } from '@/lib/domain/typed/find-own-serials'
import { bareSerial, writtenSerial } from '@/lib/scan/judge/scan-serial'

/** The content of an address of ours: a serial, with others where it names several, the id in the links of files, or a holder’s passport. */
type OwnAddress = { serial: string; others?: string[] } | { id: string } | { passport: string }

const LONGEST = 2000
/** Paths of ours that name a certificate, with everything after them that may be part of its serial. */
const NAMING = /^\/(?:verify|api\/public\/credentials\/verify|api\/public\/credentials|dashboard\/certificates)\/(.+)$/i
/** The public page of a passport. */
const PASSPORT = /^\/passport\/([^/]+)\/?$/i
/** What stands after the certificate in such a path. */
const AFTER = /\/(?:receipt|pdf|jpeg|signed|openbadge|refresh|manifest|correct|withdraw|passport)?$/i
/** What leads on to the address in one of its own, so that mail programs can look at it first. */
const FORWARDERS = new RegExp(
  `(^|\\.)(?:${[
    String.raw`safelinks\.protection\.(?:outlook\.com|office365\.us)|statics\.teams\.cdn\.office\.net`,
    String.raw`urldefense\.(?:com|us|proofpoint\.com)|linkprotect\.cudasvc\.com|protect-[a-z]{2}\.mimecast\.com`,
    String.raw`secure-web\.cisco\.com|clicktime\.symantec\.com|(?:url\.avanan\.click|protect\.checkpoint\.com)`,
    String.raw`avanan\.url-protection\.com|trendmicro\.com|urlsand\.esvalabs\.com|deref-(?:gmx\.net|web\.de|mail\.com)`,
    String.raw`google\.(?:com|cat|[a-z]{2}|com?\.[a-z]{2})|facebook\.com|instagram\.com|linkedin\.com|slack-redir\.net|duckduckgo\.com`,
  ].join('|')})$`,
)
/** One leads on to another: a mail that went through two such programs. */
const MOST_FORWARDERS = 4
/** A text may be encoded once for each program that it went through. */
const MOST_ENCODINGS = 3

/** The address as the platform reads it, whole or without its beginning; null for what is none. */
export function readAddress(text: string): URL | null {
  if (text.length > LONGEST) return null
  const whole = /^(?:(?:https?|ftp|wss?):|[a-z][a-z0-9+.-]{1,20}:\/\/)/i.test(text) ? text : `https://${text}`
  if (!canParseUrl(whole)) return null
  const url = new URL(whole)
  return url.hostname === '' ? null : url
}

/**
 * Whether an address has one of our hosts, by http or https alike: links are copied without their beginning, and
 * addresses that were ours once were often written with http. With `www.` before it, it is nobody else's either.
 * @param hosts of this service, now and before
 */
export function isOwnHost(url: URL, hosts: readonly string[]): boolean {
  if (url.username !== '' || url.password !== '' || !/^https?:$/.test(url.protocol)) return false
  const host = url.host.toLowerCase().replace(/\.(?=:|$)/, '')
  return hosts.includes(host) || hosts.some((own) => host === `www.${own}`)
}

/**
 * What an address names whose host is ours, in any of our paths, with whatever parameters; nothing of it but the serial
 * is used. Where programs changed the path on its way, a serial of our own form counts in another place of it, too.
 * @returns null where it names neither a certificate nor a passport
 */
export function ownAddress(url: URL): OwnAddress | null {
  return named(url) ?? displacedSerial(url)
}

function named(url: URL): OwnAddress | null {
  const handle = PASSPORT.exec(pathOf(url))?.[1]?.toLowerCase()
  if (handle !== undefined && isPassportHandle(handle)) return { passport: handle }
  const text = (inPath(url)?.replace(AFTER, '').replace(/\/$/, '') ?? askedIn(url))?.trim()
  if (text === undefined) return null
  if (isUuid(text)) return { id: text.toLowerCase() }
  const own = leadingOwnSerial(text)
  if (own && goesOn(text, own)) return { serial: text }
  const [first, ...others] = serialsOf(text)
  if (first !== undefined && others.length > 0) return { serial: first, others }
  if (own) return own
  const serial = writtenSerial(text.replace(/[^0-9A-Za-z]{1,8}$/, ''))
  // `=3D` is how a mail writes `=`: what follows is the serial.
  const isEncoded = /^3D/i.test(text) && displacedSerial(url) !== null
  return serial === null || isEncoded ? null : { serial }
}

/**
 * Whether what stands in the place of a serial is the number of an issuer that only begins like one of ours, as one in 32 does of those with
 * sixteen such characters in front: `2026-0001-2345-6786-01`. Words behind a point or a slash came there on the way.
 */
function goesOn(text: string, own: { length: number }): boolean {
  return isIssuerSerial(text) && /^[-_]|\d/.test(text.slice(own.length))
}

/** The serials of a text that holds several, as the address of a list does. */
function serialsOf(text: string): string[] {
  const listed = text.split(/[\n,;|]+/).flatMap((part) => bareSerial(part.trim()) ?? [])
  return listed.length > 1 ? listed : findOwnSerials(text).map(({ serial }) => serial)
}

const pathOf = (url: URL) => decoded(url.pathname).replace(/\/{2,}/g, '/')

/** What the path names; what stands behind it then changes nothing of what its page shows. */
const inPath = (url: URL) => NAMING.exec(pathOf(url))?.[1]

function askedIn(url: URL): string | null | undefined {
  if (inPath(url) !== undefined || displacedIn(url.pathname) !== null) return null
  const { searchParams, search } = url
  const id = /^\/verify\/?$/i.test(pathOf(url)) ? searchParams.get('id') : null
  // The page goes by the id, whatever stands beside it.
  if (id !== null && isUuid(id)) return id
  return (
    searchParams.get('serial') ??
    searchParams.get('serials') ??
    /[?&]serials?=([^&#]+)/i.exec(decodedOften(search))?.[1]
  )
}

/**
 * A serial of our own form, rightly checked, where a serial stands in our addresses, but with what programs put there: a path that was
 * encoded twice, a language before it. Beside anything else that could be a number, such as another issuer's serial, it is not what
 * the address names.
 */
function displacedSerial(url: URL): { serial: string } | null {
  return displacedIn(askedIn(url) ?? url.pathname)
}

function displacedIn(place: string): { serial: string } | null {
  const parts = decoded(
    decodedOften(place)
      .replace(/=(2D|3D)/gi, '%$1')
      .replace(/^3D/i, ''),
  ).split(/[/\\]+/)
  const [part = '', ...more] = parts.filter((one) => /\d/.test(one))
  return more.length === 0 ? leadingOwnSerial(part.replace(/^[^0-9A-Za-z]{1,8}/, '')) : null
}

/** Whether a host leads on to the address that stands in one of its own. */
export function isForwarder(host: string): boolean {
  return FORWARDERS.test(host)
}

/** Whether a text is one address and nothing else, which is ours or leads on to ours by a program that is known. */
export function isOwnLink(text: string, origins: readonly string[]): boolean {
  const url = text.includes('/') && !/\s/.test(text) ? readAddress(text) : null
  const hosts = origins.map((origin) => new URL(origin).host)
  return url !== null && isOwnHost(forwardedTo(url), hosts)
}

/** Where an address leads in the end: through mail programs and messengers that wrapped it into addresses of their own. */
export function forwardedTo(url: URL): URL {
  let target = url
  for (let count = 0; count < MOST_FORWARDERS; count += 1) {
    const wrapped = isForwarder(target.hostname) ? wrappedAddress(target) : null
    const next = wrapped === null ? null : readAddress(wrapped)
    if (next === null) break
    target = next
  }
  return target
}

/**
 * The link to a certificate of ours that stands whole in an address of another host, as programs write it that look at links first. Who
 * made the address nobody knows, so that it is only said what it holds.
 */
export function addressInside(url: URL, hosts: readonly string[]): OwnAddress | null {
  const address = decodedOften(url.pathname + url.search + url.hash)
  for (const host of hosts) {
    const at = new RegExp(`https?:/{1,2}(${host.replaceAll('.', '\\.')}/[^\\s&#"'<>]*?)(?:__|[\\s&#"'<>]|$)`, 'i').exec(
      address,
    )
    const inside = at?.[1] === undefined ? null : readAddress(at[1])
    const found = inside && named(inside)
    if (found) return found
  }
  return null
}

/** Whether an address of one of these hosts stands whole in an address. */
export function holdsAddressOf(url: URL, hosts: readonly string[]): boolean {
  const address = decodedOften(url.pathname + url.search + url.hash)
  return hosts.some((host) => new RegExp(`https?:/{1,2}${host.replaceAll('.', '\\.')}(?![\\w.@:-])`, 'i').test(address))
}

function wrappedAddress(url: URL): string | null {
  const marked = /__(https?:\/+[^/].*?)(?:__|$)/.exec(decoded(url.href))?.[1]
  if (marked) return whole(marked)
  const values = [...url.searchParams.values()].slice(0, 16).map(unwrapped)
  const [value, ...others] = values.filter((one) => /^https?:\/\//i.test(one))
  // Which of two the program goes by is known to itself.
  if (value !== undefined) return others.every((one) => hostOf(one) === hostOf(value)) ? value : null
  const inPath = /\/(https?:\/{1,2}[^/].*)$/i.exec(decodedOften(url.pathname))?.[1]
  return inPath === undefined ? null : whole(inPath)
}

const hostOf = (address: string) => readAddress(address)?.host

/** Of the two slashes of an address one may be lost on the way. */
function whole(address: string): string {
  return address.replace(/^(https?):\/+/i, '$1://')
}

/** One of them writes `-3A` for `%3A` and `_` for a slash. */
function unwrapped(value: string): string {
  if (/^https?%(?:25)*3A/i.test(value)) return decodedOften(value)
  return /^https?-3A/i.test(value) ? decoded(value.replace(/-([0-9A-F]{2})/gi, '%$1').replaceAll('_', '/')) : value
}

export function decodedOften(text: string): string {
  let plain = text
  for (let count = 0; count < MOST_ENCODINGS; count += 1) plain = decoded(plain)
  return plain
}

const decoded = (text: string) => decodePercents(text) ?? text
