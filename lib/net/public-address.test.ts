import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPublicAddress } from './public-address'

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.1',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2001:200::1',
  '2001:db7:ffff::1',
  '2001:db9::1',
  '2003::1',
  '2606:4700:4700::1111',
  '2a00:1450:4001:80b::200e',
  '3ffe:ffff::1',
  '3fff:1000::1',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
]

const NOT_PUBLIC = {
  'this network': ['0.0.0.0', '0.255.255.255', '::'],
  loopback: ['127.0.0.1', '127.0.0.2', '127.255.255.254', '::1', '0:0:0:0:0:0:0:1'],
  private: ['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.255.255'],
  'unique local': ['fc00::1', 'fd00::1', 'fd00:ec2::254', 'fdff:ffff::1'],
  'link-local': ['169.254.0.1', '169.254.169.254', '169.254.255.255', 'fe80::1', 'fe80::1%eth0', 'febf::1'],
  'site-local': ['fec0::1', 'feff::1'],
  'a carrier’s own': ['100.64.0.1', '100.100.100.200', '100.127.255.255'],
  assignments: ['192.0.0.1', '192.0.0.192', '192.0.0.255', '2001::1', '2001:1::1', '2001:1ff:ffff::1'],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1', '3fff:fff:ffff::1'],
  benchmarking: ['198.18.0.1', '198.19.255.255', '2001:2::1'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1'],
  'reserved, broadcast': ['240.0.0.1', '255.255.255.254', '255.255.255.255'],
  'AS112, AMT, 6to4 relays': ['192.31.196.1', '192.175.48.1', '192.52.193.1', '192.88.99.1', '2620:4f:8000::1'],
  'a cloud’s own': ['168.63.129.16'],
  'v4-mapped': ['::ffff:127.0.0.1', '::ffff:7f00:1', '::FFFF:10.0.0.1', '0:0:0:0:0:ffff:a9fe:a9fe'],
  'v4-compatible': ['::127.0.0.1', '::8.8.8.8', '::7f00:1'],
  'v4-translated': ['::ffff:0:127.0.0.1', '::ffff:0:8.8.8.8'],
  NAT64: ['64:ff9b::127.0.0.1', '64:ff9b::10.0.0.1', '64:ff9b::a9fe:a9fe'],
  'a NAT64 of one’s own': ['64:ff9b:1::1', '64:ff9b:1::8.8.8.8', '64:ff9b:1:ffff::10.0.0.1'],
  '6to4': ['2002:7f00:1::1', '2002:a00:1::1', '2002:808:808::1'],
  Teredo: ['2001:0:4136:e378:8000:63bf:3fff:fdd2', '2001:0::7f00:1'],
  'discard, segment routing, unassigned': ['100::1', '5f00::1', '4000::1', '1000::1', '8000::1'],
  'no address': ['', 'localhost', '127.1', '0x7f.0.0.1', '0177.0.0.1', '2130706433', '8.8.8.8.', ' 8.8.8.8', '[::1]'],
}

describe('isPublicAddress', () => {
  it.each(PUBLIC)('%s is', (address) => expect(isPublicAddress(address)).toBe(true))

  it.each(Object.entries(NOT_PUBLIC).flatMap(([range, addresses]) => addresses.map((address) => [range, address])))(
    '%s: %s is not',
    (_range, address) => expect(isPublicAddress(address)).toBe(false),
  )

  it('judges an IPv4 address the same in every wrapping that leads to it', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const judged = isPublicAddress(address)
        expect(isPublicAddress(`::ffff:${address}`)).toBe(judged)
        expect(isPublicAddress(`64:ff9b::${address}`)).toBe(judged)
      }),
    )
  })

  it('knows of IPv6 nothing public outside of 2000::/3, embedded IPv4 aside', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        if (!isPublicAddress(address)) return
        expect(address).toMatch(/^([23][0-9a-f]{3}:|0*64:0*ff9b:|[0:]*:?f{4}:)/i)
      }),
      { numRuns: 2000 },
    )
  })
})
