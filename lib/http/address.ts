import { BlockList, isIP } from 'node:net'
import { normaliseAddress } from '@/lib/domain/normalise-address'

/**
 * What a request is counted under: an IPv4 address, or the /64 of an IPv6 one, since a /64 is one subscriber.
 * @param address as normaliseAddress returns it
 */
export function limitKey(address: string): string {
  if (!address.includes(':')) return address
  return `${address.split(':').slice(0, 4).join(':')}::/64`
}

/** One entry of `x-forwarded-for`: an address, with a port or brackets or without; null for anything else. */
function parseEntry(entry: string): string | null {
  const bare =
    /^\[([0-9a-f:.]+)\](?::\d{1,5})?$/i.exec(entry)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/.exec(entry)?.[1] ?? entry
  return bare.includes('%') ? null : normaliseAddress(bare)
}

/** Whose `x-forwarded-for` is believed. */
export interface TrustedProxies {
  /** @param address as normaliseAddress returns it */
  has(address: string): boolean
}

/**
 * Reads `TRUSTED_PROXIES`.
 * @param ranges addresses and CIDR ranges, which `lib/env.ts` has checked
 */
export function trustedProxies(ranges: readonly string[]): TrustedProxies {
  const list = new BlockList()
  for (const range of ranges) {
    const [network = '', bits] = range.split('/')
    const family = isIP(network) === 6 ? 'ipv6' : 'ipv4'
    list.addSubnet(network, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family)
  }
  if (ranges.length === 0) return { has: () => false }
  return { has: (address) => list.check(address, address.includes(':') ? 'ipv6' : 'ipv4') }
}

/**
 * The caller's address (definitions.md part 8): the connection's, or the right-most untrusted entry of
 * `x-forwarded-for` when the connection comes from a trusted proxy. Only what trusted proxies appended is read, so a
 * caller cannot choose the address that it is counted under.
 * @param peer address of the connection
 * @param forwardedFor the header as it came, several lines joined by commas
 * @returns the normalised address; the peer's when an entry is garbage or none is untrusted
 */
export function callerAddress(peer: string, forwardedFor: string | null | undefined, trusted: TrustedProxies): string {
  const connection = normaliseAddress(peer) ?? peer
  if (!forwardedFor || !trusted.has(connection)) return connection
  let end = forwardedFor.length
  while (end >= 0) {
    const comma = end === 0 ? -1 : forwardedFor.lastIndexOf(',', end - 1)
    const address = parseEntry(forwardedFor.slice(comma + 1, end).trim())
    if (address === null) return connection
    if (!trusted.has(address)) return address
    end = comma
  }
  return connection
}
