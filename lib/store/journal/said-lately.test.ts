import { expect, it } from 'vitest'
import { SaidLately } from './said-lately'

it('says each once a minute', () => {
  const said = new SaidLately()
  expect(said.take(['a', 'b'], 1000)).toEqual(['a', 'b'])
  expect(said.take(['a', 'c'], 60_999)).toEqual(['c'])
  expect(said.take(['a', 'b', 'c'], 61_000)).toEqual(['a', 'b'])
})

it('keeps no more than ten thousand', () => {
  const said = new SaidLately()
  const many = Array.from({ length: 10_000 }, (_, index) => String(index))
  expect(said.take(many, 0)).toHaveLength(10_000)
  expect(said.take(['one more', '0'], 1)).toEqual(['one more'])
  expect(said.take(['0'], 2)).toEqual(['0'])
})
