import { canParseUrl } from '@/lib/can-parse-url'
import { isPassportHandle } from '@/lib/domain/passport/passport-handle'
import { isUuid } from '@/lib/domain/text/uuid'
import { writtenSerial } from '@/lib/scan/judge/scan-serial'
import { leadingOwnSerial } from './find-own-serials'

/** The content of an address of ours: a serial, the id in the links of files, or a holder’s passport. */
type OwnAddress = { serial: string } | { id: string } | { passport: string }

const LONGEST = 2000
/** Paths of ours that name a certificate, with everything after them that may be part of its serial. */
const NAMING = /^\/(?:verify|api\/public\/credentials\/verify|api\/public\/credentials|dashboard\/certificates)\/(.+)$/i
/** The public page of a passport. */
const PASSPORT = /^\/passport\/([^/]+)\/?$/i
/** What stands after the certificate in such a path. */
const AFTER = /\/(?:receipt|pdf|jpeg|signed|openbadge|refresh|manifest|correct|withdraw|passport)?$/i
/** What leads on to the address in one of its parameters, so that mail programs can look at it first. */
const FORWARDERS =
  /(^|\.)(safelinks\.protection\.outlook\.com|urldefense\.(com|proofpoint\.com)|linkprotect\.cudasvc\.com|protect-[a-z]{2}\.mimecast\.com|google\.[a-z.]{2,6}|facebook\.com|instagram\.com)$/

/** The address as the platform reads it, whole or without its beginning; null for what is none. */
export function readAddress(text: string): URL | null {
  if (text.length > LONGEST) return null
  const whole = /^[a-z][a-z0-9+.-]{1,20}:\/\//i.test(text) ? text : `https://${text}`
  if (!canParseUrl(whole)) return null
  const url = new URL(whole)
  return url.hostname === '' ? null : url
}

/**
 * Whether an address has one of our hosts, by http or https alike: links are copied without their beginning, and
 * addresses that were ours once were often written with http.
 * @param hosts of this service, now and before
 */
export function isOwnHost(url: URL, hosts: readonly string[]): boolean {
  if (url.username !== '' || url.password !== '' || !/^https?:$/.test(url.protocol)) return false
  return hosts.includes(url.host.toLowerCase().replace(/\.(?=:|$)/, ''))
}

/**
 * What an address names whose host is ours, in any of our paths, with whatever parameters; nothing of it but the serial
 * is used.
 * @returns null where it names neither a certificate nor a passport
 */
export function ownAddress(url: URL): OwnAddress | null {
  const asked = url.searchParams.get('serial') ?? url.searchParams.get('serials')
  const path = decoded(url.pathname)
  const handle = PASSPORT.exec(path)?.[1]?.toLowerCase()
  if (handle !== undefined && isPassportHandle(handle)) return { passport: handle }
  const named = asked ?? NAMING.exec(path)?.[1]?.replace(AFTER, '').replace(/\/$/, '')
  if (named === undefined) return null
  const text = named.trim()
  if (isUuid(text)) return { id: text.toLowerCase() }
  const own = leadingOwnSerial(text)
  if (own) return own
  const serial = writtenSerial(text.replace(/[^0-9A-Za-z]{1,8}$/, ''))
  return serial === null ? null : { serial }
}

/** Whether a host leads on to the address that stands in one of its own. */
export function isForwarder(host: string): boolean {
  return FORWARDERS.test(host)
}

/** The address that a mail program or a messenger wrapped into one of its own; null for every other address. */
export function forwardedAddress(url: URL): string | null {
  if (!isForwarder(url.hostname)) return null
  const wrapped = /__(https?:\/+[^/].*?)(?:__|$)/.exec(decoded(url.href))?.[1]
  if (wrapped) return wrapped
  const values = [...url.searchParams.values()].slice(0, 16)
  return values.map(unwrapped).find((value) => /^https?:\/\//i.test(value)) ?? null
}

/** One of them writes `-3A` for `%3A` and `_` for a slash. */
function unwrapped(value: string): string {
  return /^https?-3A/i.test(value) ? decoded(value.replace(/-([0-9A-F]{2})/gi, '%$1').replaceAll('_', '/')) : value
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
