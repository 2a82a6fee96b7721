import { BlockList, isIPv4 } from 'node:net'
import { normaliseAddress } from '@/lib/domain/text/normalise-address'

/**
 * The address that a request is counted under: an IPv4 address, or the /64 of an IPv6 one, since a /64 is one
 * subscriber.
 * @param address as normaliseAddress returns it
 */
export function limitKey(address: string): string {
  if (!address.includes(':')) return address
  return `${address.split(':').slice(0, 4).join(':')}::/64`
}

/**
 * The network that what counts for a whole day is counted under: an IPv4 address, or the /48 of an IPv6 one, the most that a
 * provider gives one customer (RFC 6177). By the /64 one customer would count as 65,536.
 * @param address as normaliseAddress returns it
 */
export function networkKey(address: string): string {
  if (!address.includes(':')) return address
  return `${address.split(':').slice(0, 3).join(':')}::/48`
}

/**
 * The neighbourhood that scarce places are shared out by: the /24 of an IPv4 address, or the /48 of an IPv6 one. Whoever rents
 * addresses gets them in such blocks.
 * @param address as normaliseAddress returns it
 */
export function blockKey(address: string): string {
  return address.includes(':') ? networkKey(address) : `${address.split('.').slice(0, 3).join('.')}.0/24`
}

/** One entry of `x-forwarded-for`: an address, with a port or brackets or without; null for anything else. */
function parseEntry(entry: string): string | null {
  if (isIPv4(entry)) return entry
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
  const networks: { network: number; mask: number }[] = []
  for (const range of ranges) {
    const [network = '', bits] = range.split('/')
    if (isIPv4(network)) {
      const mask = bits === '0' ? 0 : (-1 << (32 - Number(bits ?? 32))) >>> 0
      networks.push({ network: (ipv4Number(network) & mask) >>> 0, mask })
    } else list.addSubnet(network, Number(bits ?? 128), 'ipv6')
  }
  // Two addresses a request are looked up, mostly IPv4: comparing numbers takes a tenth of the list's time.
  const has4 = (address: string) => {
    const asked = ipv4Number(address)
    return networks.some(({ network, mask }) => (asked & mask) >>> 0 === network)
  }
  return { has: (address) => (address.includes(':') ? list.check(address, 'ipv6') : isIPv4(address) && has4(address)) }
}

/** A dotted address as a number of 32 bits. */
function ipv4Number(address: string): number {
  let number = 0
  for (const part of address.split('.')) number = number * 256 + Number(part)
  return number
}

/**
 * The caller's address (spec part 8): the connection's, or the right-most untrusted entry of
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
