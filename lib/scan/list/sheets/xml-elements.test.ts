import { expect, it } from 'vitest'
import { elements } from './xml-elements'

it('of a longer name that is begun time and again cost no more than the text is long', () => {
  // Somebody else's workbook: a step for each pair of them would take an hour.
  expect([...elements(`${'<cX'.repeat(3_000_000)}>`, 'c')]).toEqual([])
})
