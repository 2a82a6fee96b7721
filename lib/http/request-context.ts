import { normaliseAddress } from '@/lib/domain/text/normalise-address'
import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { callerAddress, type TrustedProxies, trustedProxies } from './limits/address'
import { announcedPeer } from './limits/announced-peer'

interface Context {
  peer: string
}

const holder = globalThis as typeof globalThis & {
  certificateServicePeers?: WeakMap<Request, Context>
  certificateServiceProxies?: { ranges: readonly string[]; proxies: TrustedProxies }
}

/** The address of a request through a connection that we do not know: all of them share one count. */
const NO_PEER = '0.0.0.0'

/**
 * Says which connection a request came through. A Request cannot carry it, and a header could be sent by a client. The
 * map hangs on globalThis because Next's bundles and the listener do not share module state.
 * @param peer address of the connection
 * @returns the same request
 */
export function withPeerAddress<T extends Request>(request: T, peer: string): T {
  const peers = (holder.certificateServicePeers ??= new WeakMap())
  peers.set(request, { peer })
  return request
}

/** TRUSTED_PROXIES of this process, read again only when the configuration was replaced. */
export function configuredProxies(): TrustedProxies {
  const ranges = env().TRUSTED_PROXIES
  if (holder.certificateServiceProxies?.ranges !== ranges) {
    holder.certificateServiceProxies = { ranges, proxies: trustedProxies(ranges) }
  }
  return holder.certificateServiceProxies.proxies
}

/** The caller's address of a request that the listener dispatched, or Next's own server (spec part 8). */
export function addressOf(request: Request): string {
  const peer = holder.certificateServicePeers?.get(request)?.peer ?? announcedPeer(request.headers) ?? NO_PEER
  return callerAddressOf(peer, request.headers.get('x-forwarded-for'))
}

/**
 * The same, of what a request came with. A request is asked for it several times in one turn, so the last answer is kept.
 * @param peer address of the connection
 * @param forwardedFor the header as it came, several lines joined by commas
 */
export function callerAddressOf(peer: string, forwardedFor: string | null): string {
  const proxies = configuredProxies()
  if (last?.peer !== peer || last.forwardedFor !== forwardedFor || last.proxies !== proxies) {
    last = { peer, forwardedFor, proxies, address: callerAddress(peer, forwardedFor, proxies) }
    if (forwardedFor !== null && told !== proxies) tellUnnamed(peer, proxies)
  }
  return last.address
}

/** Once for a configuration: without this word nobody notices before the limits do, which then hold for all visitors together. */
function tellUnnamed(peer: string, proxies: TrustedProxies): void {
  if (proxies.has(normaliseAddress(peer) ?? peer)) return
  told = proxies
  log.warn(
    'x-forwarded-for is not believed, since TRUSTED_PROXIES does not name who sent it: if that is a proxy of yours, name it',
  )
}

let told: TrustedProxies | null = null
let last: { peer: string; forwardedFor: string | null; proxies: TrustedProxies; address: string } | null = null
