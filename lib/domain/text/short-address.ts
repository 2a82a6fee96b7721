import { isIP } from 'node:net'

/**
 * An address as a person reads it: IPv6 shortened (RFC 5952). Sessions keep only the /64, so an address whose last four
 * groups are zero is shown as that network.
 * @param address any text; what is no IPv6 address stays as it is
 */
export function shortAddress(address: string): string {
  if (isIP(address) !== 6) return address
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1)
  return isNetwork(address) ? `${short}/64` : short
}

function isNetwork(address: string): boolean {
  const groups = address.split(':')
  return groups.length === 8 && groups.slice(4).every((group) => /^0+$/.test(group))
}
