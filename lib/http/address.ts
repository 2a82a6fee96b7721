import { BlockList, isIP } from 'node:net'

/** Reading groups of an IPv6 address: eight numbers of 16 bits. */
function groupsOf(address: string): number[] {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address)
  const text = dotted ? `${dotted[1]}${hexPair(dotted[2], dotted[3])}:${hexPair(dotted[4], dotted[5])}` : address
  const [head = '', tail] = text.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array<string>(8 - left.length - right.length).fill('0')
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16))
}

function hexPair(high: string | undefined, low: string | undefined): string {
  return (Number(high) * 256 + Number(low)).toString(16)
}

/** The IPv4 address inside of `::ffff:0:0/96` (v4-mapped) or `64:ff9b::/96` (NAT64), or null. */
function embeddedIpv4(groups: number[]): string | null {
  const prefix = groups.slice(0, 6).join(',')
  if (prefix !== '0,0,0,0,0,65535' && prefix !== `${0x64},${0xff9b},0,0,0,0`) return null
  const [high = 0, low = 0] = groups.slice(6)
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/**
 * The one spelling of an address: IPv4 dotted, also where it came v4-mapped or through NAT64; IPv6 as eight groups in
 * lower case without leading zeros and without a zone.
 * @returns null when the text is no address
 */
export function normaliseAddress(text: string): string | null {
  const family = isIP(text)
  if (family === 4) return text
  if (family === 0) return null
  const groups = groupsOf(text.replace(/%.*$/, ''))
  return embeddedIpv4(groups) ?? groups.map((group) => group.toString(16)).join(':')
}

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
