import { expect, it } from 'vitest'
import { encodeBase32 } from './base32'

// RFC 4648 section 10, without the padding.
it.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('writes %j as %j', (text, expected) => {
  expect(encodeBase32(Buffer.from(text))).toBe(expected)
})
