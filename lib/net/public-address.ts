import { BlockList } from 'node:net'
import { normaliseAddress } from '@/lib/domain/text/normalise-address'

/** IPv4 ranges without public hosts: IANA's special-purpose registry, multicast, and one cloud's own services. */
const NOT_PUBLIC_V4: [network: string, bits: number][] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // shared by subscribers of one carrier
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // Azure's services for its own machines
  ['169.254.0.0', 16], // link-local, with the metadata services of most clouds
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.31.196.0', 24], // AS112
  ['192.52.193.0', 24], // AMT relays
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['192.175.48.0', 24], // AS112
  ['198.18.0.0', 15], // benchmarking
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, broadcast
]

/**
 * The same within 2000::/3, the only part of IPv6 from which public addresses are given out. Loopback, link-local,
 * unique local, multicast, 64:ff9b:1::/48 (a NAT64 of one's own), 5f00::/16 and all else lie outside of it.
 */
const NOT_PUBLIC_V6: [network: string, bits: number][] = [
  ['2001::', 23], // protocol assignments: Teredo, benchmarking, ORCHID
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4: leads to whatever IPv4 address stands in it
  ['2620:4f:8000::', 48], // AS112
  ['3fff::', 20], // documentation
]

function blockList(ranges: [string, number][], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const [network, bits] of ranges) list.addSubnet(network, bits, family)
  return list
}

const notPublicV4 = blockList(NOT_PUBLIC_V4, 'ipv4')
const notPublicV6 = blockList(NOT_PUBLIC_V6, 'ipv6')
const globalUnicast = blockList([['2000::', 3]], 'ipv6')

/**
 * Whether an address belongs to a host that everybody can reach (spec part 6). An IPv4 address inside of a
 * v4-mapped or NAT64 one is judged as what it leads to.
 * @param text an IPv4 or IPv6 address; anything else is not public
 */
export function isPublicAddress(text: string): boolean {
  const address = normaliseAddress(text)
  if (address === null) return false
  if (!address.includes(':')) return !notPublicV4.check(address, 'ipv4')
  return globalUnicast.check(address, 'ipv6') && !notPublicV6.check(address, 'ipv6')
}
