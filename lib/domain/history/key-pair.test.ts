import { expect, it } from 'vitest'
import { chainOf, idOf } from '@/test/example-history'
import { retiredPairOf, retirementDetail } from './key-pair'

const pairIn = (detail: string | null) => retiredPairOf(chainOf([{ type: 'retired', detail }], 'key'))

it('a retirement names the other key of the pair', () => {
  expect(retirementDetail(idOf(1))).toBe(`{"pair":"${idOf(1)}"}`)
  expect(pairIn(retirementDetail(idOf(1)))).toBe(idOf(1))
})

it.each([null, retirementDetail(null), '{}', 'null', '1', '"pair"', '{"pair":1}'])(
  'no other key is named by %s',
  (detail) => {
    expect(pairIn(detail)).toBeNull()
  },
)

it('a key that was not retired has none, and one that was compromised later keeps it', () => {
  const compromised = { type: 'compromised', detail: '{"pair":"x","since":1}' } as const
  expect(retiredPairOf([])).toBeNull()
  expect(retiredPairOf(chainOf([compromised], 'key'))).toBeNull()
  const both = chainOf([{ type: 'retired', detail: retirementDetail(idOf(1)) }, compromised], 'key')
  expect(retiredPairOf(both)).toBe(idOf(1))
})
