import { expect, it } from 'vitest'
import { canParseUrl } from './can-parse-url'

it('reads letters beyond ASCII however often it was asked', () => {
  const answers = Array.from({ length: 100_000 }, () => canParseUrl('https://n\u00f6rth.example/'))
  expect(answers.filter((answer) => !answer)).toEqual([])
  expect(canParseUrl('https://')).toBe(false)
})
