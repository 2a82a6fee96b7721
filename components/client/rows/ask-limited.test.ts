import { expect, it } from 'vitest'
import { isRefusal } from './ask-limited'

it.each([400, 404, 409, 413, 415, 422, 431])('an answer with %i would be refused again', (status) => {
  expect(isRefusal(status)).toBe(true)
})

it.each([200, 303, 408, 425, 429, 500, 503])('an answer with %i would not', (status) => {
  expect(isRefusal(status)).toBe(false)
})
