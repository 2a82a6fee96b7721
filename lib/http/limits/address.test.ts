import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normaliseAddress } from '@/lib/domain/text/normalise-address'
import { blockKey, callerAddress, limitKey, networkKey, trustedProxies } from './address'

const TRUSTED = trustedProxies(['127.0.0.0/8', '::1/128', '10.0.0.0/8', '2001:db8:aaaa::/48', '192.0.2.1'])

describe('limitKey', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:3:3:4:5:6', '2001:db8:1:3::/64'],
  ])('%s counts under %s', (address, key) => expect(limitKey(address)).toBe(key))
})

describe('networkKey', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8:1:ffff:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8:2:2:3:4:5:6', '2001:db8:2::/48'],
  ])('%s counts for a day under %s', (address, key) => expect(networkKey(address)).toBe(key))
})

describe('blockKey', () => {
  it.each([
    ['203.0.113.7', '203.0.113.0/24'],
    ['203.0.112.7', '203.0.112.0/24'],
    ['2001:db8:1:ffff:3:4:5:6', '2001:db8:1::/48'],
  ])('%s shares the places of %s', (address, key) => expect(blockKey(address)).toBe(key))
})

describe('callerAddress', () => {
  it.each([
    ['no header', '127.0.0.1', null, '127.0.0.1'],
    ['an empty header', '127.0.0.1', '', '127.0.0.1'],
    ['an untrusted peer that lies', '198.51.100.1', '203.0.113.7', '198.51.100.1'],
    ['a trusted peer', '127.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['a v4-mapped trusted peer', '::ffff:127.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['a trusted peer over IPv6', '::1', '203.0.113.7', '203.0.113.7'],
    ['a single trusted address', '192.0.2.1', '203.0.113.7', '203.0.113.7'],
    ['its neighbour', '192.0.2.2', '203.0.113.7', '192.0.2.2'],
    ['a chain of proxies', '127.0.0.1', '203.0.113.7, 10.1.2.3,10.9.9.9', '203.0.113.7'],
    ['a spoofed left entry', '127.0.0.1', '6.6.6.6, 203.0.113.7', '203.0.113.7'],
    ['a spoofed garbage left entry', '127.0.0.1', 'garbage, 203.0.113.7', '203.0.113.7'],
    ['garbage on the right', '127.0.0.1', '203.0.113.7, unknown', '127.0.0.1'],
    ['garbage behind a proxy', '127.0.0.1', '203.0.113.7, _hidden, 10.1.2.3', '127.0.0.1'],
    ['an empty entry', '127.0.0.1', '203.0.113.7,', '127.0.0.1'],
    ['only proxies', '127.0.0.1', '10.1.2.3, 10.4.5.6', '127.0.0.1'],
    ['a port', '127.0.0.1', '203.0.113.7:4711', '203.0.113.7'],
    ['brackets', '127.0.0.1', '[2001:db8::1]', '2001:db8:0:0:0:0:0:1'],
    ['brackets and a port', '127.0.0.1', '[2001:db8::1]:443', '2001:db8:0:0:0:0:0:1'],
    ['brackets around v4-mapped', '127.0.0.1', '[::ffff:203.0.113.7]:443', '203.0.113.7'],
    ['NAT64', '127.0.0.1', '64:ff9b::203.0.113.7', '203.0.113.7'],
    ['a trusted IPv6 proxy in the chain', '127.0.0.1', '203.0.113.7, 2001:db8:aaaa::5', '203.0.113.7'],
    ['a zone', '127.0.0.1', 'fe80::1%eth0', '127.0.0.1'],
    ['half a bracket', '127.0.0.1', '[2001:db8::1', '127.0.0.1'],
  ])('%s', (_, peer, header, address) => expect(callerAddress(peer, header, TRUSTED)).toBe(address))

  it('never believes anything from an untrusted peer', () => {
    fc.assert(fc.property(fc.string(), (header) => callerAddress('203.0.113.7', header, TRUSTED) === '203.0.113.7'))
  })

  it('always finds what the nearest trusted proxy appended, whatever stands before', () => {
    fc.assert(
      fc.property(
        fc.string(),
        (spoof) => callerAddress('127.0.0.1', `${spoof},203.0.113.7`, TRUSTED) === '203.0.113.7',
      ),
    )
  })

  it('always returns an address', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string())), (entries) => {
        const address = callerAddress('127.0.0.1', entries.join(','), TRUSTED)
        expect(normaliseAddress(address)).toBe(address)
      }),
    )
  })
})
