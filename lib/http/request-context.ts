import { env } from '@/lib/env'
import { announcedPeer } from './announced-peer'
import { callerAddress, type TrustedProxies, trustedProxies } from './address'

interface Context {
  peer: string
}

const holder = globalThis as typeof globalThis & {
  certificateServicePeers?: WeakMap<Request, Context>
  certificateServiceProxies?: { ranges: readonly string[]; proxies: TrustedProxies }
}

/** Name of the header in which the listener hands the caller's address to Next's pages; a client's is stripped. */
export const ADDRESS_HEADER = 'x-internal-address'

/** Name of the header in which the listener tells Next's pages under which path and query they were asked for. */
export const PATH_HEADER = 'x-internal-path'

/** Stands for a request that came through no connection that we know of: all of them share one count. */
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

/** The caller's address of a request that the listener dispatched, or Next's own server (definitions.md part 8). */
export function addressOf(request: Request): string {
  const peer = holder.certificateServicePeers?.get(request)?.peer ?? announcedPeer(request.headers) ?? NO_PEER
  const proxies = configuredProxies()
  return callerAddress(peer, request.headers.get('x-forwarded-for'), proxies)
}

/**
 * The caller's address of a Next page, from what `headers()` of next/headers gives: the listener has put it there.
 * With checkReach it tells a page whether to redirect to /not-available.
 */
export function pageAddress(headers: { get(name: string): string | null }): string {
  return headers.get(ADDRESS_HEADER) ?? NO_PEER
}
