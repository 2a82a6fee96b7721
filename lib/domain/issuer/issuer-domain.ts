import { domainToASCII, domainToUnicode } from 'node:url'
import { parse } from 'tldts'

/** Names for documentation and tests (RFC 2606, RFC 6761), which a demonstration may use. */
const SAMPLE_TLDS: ReadonlySet<string> = new Set(['example', 'test', 'invalid'])
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

type DomainResult = { ok: true; domain: string } | { ok: false; reason: string }

/** Some versions of Node let an `xn--` label pass that stands for no letters. */
function isLabel(label: string): boolean {
  return LABEL.test(label) && !(label.startsWith('xn--') && domainToUnicode(label) === label)
}

function refuse(reason: string): DomainResult {
  return { ok: false, reason: `domain ${reason}` }
}

/**
 * Checks an issuer's domain (spec part 11): a host name that somebody can register or that lies below one,
 * by the Public Suffix List, private suffixes included. No address, no `localhost`, no public suffix such as `co.uk` or
 * `github.io`. Names under `.example`, `.test` and `.invalid` are accepted with at least two labels.
 * @param text the name as typed, in any case, Unicode or punycode; no scheme, port, path or trailing dot
 * @returns the domain in lower case and punycode (UTS #46), which is how it is stored and compared
 */
export function checkDomain(text: string): DomainResult {
  const typed = text.trim()
  // domainToASCII ends the name at characters such as "/" or drops tabs, so what is no host name is refused before.
  if (!/^[\p{L}\p{M}\p{N}.\u3002\uff0e\uff61\u200c\u200d·-]+$/u.test(typed)) {
    return refuse('must be a host name alone, such as northshore.example, without scheme, port or path')
  }
  const domain = domainToASCII(typed)
  const labels = domain.split('.')
  if (domain === '' || domain.length > 253 || !labels.every(isLabel)) {
    return refuse('is not a valid host name')
  }
  const parsed = parse(domain, { allowPrivateDomains: true, validateHostname: true })
  if (parsed.isIp) return refuse('must be a name, not an IP address')
  const topLevel = labels.at(-1) ?? ''
  if (SAMPLE_TLDS.has(topLevel)) {
    return labels.length > 1 ? { ok: true, domain } : refuse('needs at least two labels')
  }
  if (labels.length === 1) return refuse('needs at least two labels, such as northshore.example')
  if (parsed.domain === null) return refuse(`${domain} is a public suffix, under which anybody can have a name`)
  if (!parsed.isIcann && !parsed.isPrivate) return refuse(`ends in .${topLevel}, which is no public top-level domain`)
  return { ok: true, domain }
}
