import { isIP } from 'node:net'
import { canParseUrl } from '@/lib/can-parse-url'

/** Names that never lead to a public host, whatever a resolver says. */
const PRIVATE_NAMES = /(^|\.)(localhost|local|localdomain|internal|home\.arpa|onion|alt)$/
const HOST = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/
const DOT_SEGMENT = /^(\.|%2e){1,2}$/i
const LONGEST = 2048

type ParsedFetchAddress = { kind: 'address'; url: URL } | { kind: 'refused'; reason: string }

const refused = (reason: string): ParsedFetchAddress => ({ kind: 'refused', reason })

/**
 * Parses an address that a badge names, before anything is resolved (spec part 6). It must be spelled as it
 * is read: whoever reviews a badge and whoever fetches for it then see the same host and path.
 * @param text from outside
 * @returns `refused` with a short English reason: not https, another port, a user, an IP address, a host that is none
 */
export function parseFetchAddress(text: string): ParsedFetchAddress {
  if (text.length > LONGEST) return refused('the address is too long')
  if (!/^[\x21-\x7e]+$/.test(text) || text.includes('\\')) {
    return refused('the address holds characters that do not belong into one')
  }
  if (!/^https:\/\//i.test(text)) return refused('the address is not https')
  if (!canParseUrl(text)) return refused('the address cannot be read')
  const url = new URL(text)
  const reason = authorityProblem(text, url) ?? hostProblem(url.hostname)
  if (reason !== null) return refused(reason)
  if (
    pathOf(text)
      .split('/')
      .some((segment) => DOT_SEGMENT.test(segment))
  ) {
    return refused('the path holds “.” or “..”')
  }
  return { kind: 'address', url }
}

/** What is wrong between `https://` and the path. */
function authorityProblem(text: string, url: URL): string | null {
  const authority = /^https:\/\/([^/?#]*)/i.exec(text)?.[1] ?? ''
  if (authority.includes('@')) return 'the address names a user'
  if (url.port !== '') return 'the port is not 443'
  return authority.toLowerCase().replace(/:443$/, '') === url.hostname ? null : 'the host is not spelled plainly'
}

/** A host needs a name with a dot: `2130706433`, `0x7f.1` and `localhost` are ways to say 127.0.0.1. */
function hostProblem(host: string): string | null {
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) return 'the host is an IP address'
  if (PRIVATE_NAMES.test(host.replace(/\.$/, ''))) return 'the host is not a public one'
  return HOST.test(host) ? null : 'the host is not a full name'
}

function pathOf(text: string): string {
  return /^https:\/\/[^/?#]*(\/[^?#]*)?/i.exec(text)?.[1] ?? ''
}
