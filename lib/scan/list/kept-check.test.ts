import { expect, it } from 'vitest'
import { addKeptCheck, type KeptCheck, stillKept } from './kept-check'

const NOW = Date.parse('2026-11-20T14:08:00Z')
const DAY = 24 * 60 * 60 * 1000
const check = (serial: string, keptAt = NOW, reference = ''): KeptCheck => ({
  ...{ serial, status: 'verified', at: '2026-11-20T14:07:32.118Z', reference, keptAt },
})

it('keeps a check once, newest first, with the reference that was typed last', () => {
  const kept = addKeptCheck(addKeptCheck([check('A')], check('B')), check('A', NOW, 'Case 7'))
  expect(kept.map(({ serial, reference }) => [serial, reference])).toEqual([
    ['A', 'Case 7'],
    ['B', ''],
  ])
  expect(addKeptCheck(kept, { ...check('A'), at: '2026-12-01T00:00:00.000Z' })).toHaveLength(3)
})

it('keeps at most 2,000, and each for a year at most', () => {
  const many = Array.from({ length: 2000 }, (_, n) => check(`S${n}`))
  expect(addKeptCheck(many, check('new')).map(({ serial }) => serial)).toEqual([
    'new',
    ...many.slice(0, 1999).map(({ serial }) => serial),
  ])
  const ages = [check('A', NOW - 364 * DAY), check('B', NOW - 365 * DAY), check('C', NOW + 366 * DAY)]
  expect(stillKept(ages, NOW).map(({ serial }) => serial)).toEqual(['A'])
})
