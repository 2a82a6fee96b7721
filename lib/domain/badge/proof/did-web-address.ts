/** `refused`: an address that must not be fetched; `malformed`: no did:web at all. */
type DidWebAddress = { kind: 'address'; url: string } | { kind: 'refused'; reason: string } | { kind: 'malformed' }

const PREFIX = 'did:web:'
/** A host of at least two labels whose last is not a number: no IP address in any spelling, no `localhost`. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/i
const SEGMENT = /^[A-Za-z0-9._~-]+$/

/**
 * The address of the document of a did:web (did:web method specification, section 3.2), strictly: plain host names on
 * port 443, path segments without escapes or dots alone. What is refused here, the network would refuse too.
 * @param did without fragment, query or path
 */
export function didWebAddress(did: string): DidWebAddress {
  if (!did.startsWith(PREFIX)) return { kind: 'malformed' }
  const [encodedHost = '', ...segments] = did.slice(PREFIX.length).split(':')
  const [host = '', port, ...rest] = encodedHost.replace(/%3A/i, ':').split(':')
  if (rest.length > 0 || encodedHost === '') return { kind: 'malformed' }
  if (!/^[A-Za-z0-9.-]+$/.test(host)) return { kind: 'malformed' }
  if (segments.some((segment) => !SEGMENT.test(segment) || /^\.{1,2}$/.test(segment))) return { kind: 'malformed' }
  if (port !== undefined && port !== '443') return { kind: 'refused', reason: 'only port 443 is asked' }
  if (!HOST.test(host)) return { kind: 'refused', reason: 'the host is not a public host name' }
  const path = segments.length > 0 ? segments.join('/') : '.well-known'
  return { kind: 'address', url: `https://${host.toLowerCase()}/${path}/did.json` }
}
