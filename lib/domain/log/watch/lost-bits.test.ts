import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { lostBits, servedBits } from './lost-bits'

it.each<[string, number[], number[], number]>([
  ['nothing where nothing was set', [0, 0], [0, 0], 0],
  ['nothing where more is set', [0b1000_0000, 0], [0b1100_0001, 0b1], 0],
  ['one that was cleared', [0b1100_0000], [0b1000_0000], 1],
  ['one that was cleared while another was set', [0b1000_0000], [0b0000_0001], 1],
  ['all of a byte', [0xff, 0xff], [0xff, 0], 8],
  ['what a shorter list had there', [1, 0b11], [1], 2],
])('a list lost %s', (_, before, now, count) => {
  expect(lostBits(Buffer.from(before), Buffer.from(now))).toBe(count)
})

it('the bits are read out of a list as it is served, and out of nothing else', () => {
  const bits = Buffer.from([1, 2, 3])
  const served = (subject: unknown) => servedBits(Buffer.from(JSON.stringify({ credentialSubject: subject })))
  expect(served({ encodedList: `u${gzipSync(bits).toString('base64url')}` })).toEqual(bits)
  for (const wrong of [null, undefined, 'x', {}, { encodedList: 'x' }]) expect(served(wrong)).toBeNull()
  expect(servedBits(Buffer.from('no JSON'))).toBeNull()
})
