import type { IncomingMessage } from 'node:http'
import { normaliseAddress } from '@/lib/domain/text/normalise-address'
import type { TrustedProxies } from '@/lib/http/limits/address'

/** One year, for this host only: sibling hosts are not ours to decide on. */
export const HSTS = 'max-age=31536000'

/** What is wrong with how a request came: its host, or plain http, or by an address that the service had before. */
type TransportFault = 'host' | 'plain' | 'former'

/**
 * Checks the transport of a production service behind https (spec part 12): a Host other than BASE_URL's is
 * refused, since nobody else may speak in our name; plain http, by a trusted proxy's word, is redirected, and so is
 * whoever scans what was printed when the service had another address.
 * @param base BASE_URL
 * @param former the base addresses that the service had before
 */
export function transportFault(
  message: IncomingMessage,
  base: URL,
  former: readonly string[],
  proxies: TrustedProxies,
): TransportFault | null {
  const peer = normaliseAddress(message.socket.remoteAddress ?? '') ?? ''
  const proto = message.headers['x-forwarded-proto']
  const scheme = typeof proto === 'string' && proxies.has(peer) ? proto.split(',')[0]?.trim().toLowerCase() : 'https'
  const plain = scheme === 'http'
  const host = (message.headers.host ?? '').toLowerCase().replace(plain ? /:(80|443)$/ : /:443$/, '')
  const isAt = (url: URL) => host === url.host || (plain && host === url.hostname)
  if (isAt(base)) return plain ? 'plain' : null
  return former.some((url) => URL.canParse(url) && isAt(new URL(url))) ? 'former' : 'host'
}
