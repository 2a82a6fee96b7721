import { isIP } from 'node:net'

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
  // As connections are named that come over IPv4 to a listener of both.
  if (text.startsWith('::ffff:') && isIP(text.slice(7)) === 4) return text.slice(7)
  const groups = groupsOf(text.replace(/%.*$/, ''))
  return embeddedIpv4(groups) ?? groups.map((group) => group.toString(16)).join(':')
}
