import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normaliseAddress } from './normalise-address'

describe('normaliseAddress', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
    ['64:ff9b::203.0.113.7', '203.0.113.7'],
    ['64:ff9b::cb00:7107', '203.0.113.7'],
    ['64:ff9b:1::cb00:7107', '64:ff9b:1:0:0:0:cb00:7107'],
    ['::1', '0:0:0:0:0:0:0:1'],
    ['::', '0:0:0:0:0:0:0:0'],
    ['2001:DB8::00a1', '2001:db8:0:0:0:0:0:a1'],
    ['1:2:3:4:5:6:7::', '1:2:3:4:5:6:7:0'],
    ['fe80::1%eth0', 'fe80:0:0:0:0:0:0:1'],
  ])('%s is %s', (text, normalised) => expect(normaliseAddress(text)).toBe(normalised))

  it.each(['', 'unknown', '203.0.113', '203.0.113.256', '0x7f.1', '1:2', ':::', '[::1]'])('%s is none', (text) =>
    expect(normaliseAddress(text)).toBeNull(),
  )

  it('gives every spelling of an IPv6 address one normal form', () => {
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        const normal = normaliseAddress(text)
        expect(normal).not.toBeNull()
        expect(normaliseAddress(normal ?? '')).toBe(normal)
        expect(normaliseAddress(text.toUpperCase())).toBe(normal)
      }),
    )
  })
})
