import { describe, expect, it } from 'vitest'
import { longDate } from './long-date'

describe('longDate', () => {
  it.each([
    ['2026-11-05T00:00:00Z', '5 November 2026'],
    ['2031-12-31T23:59:59Z', '31 December 2031'],
    ['2024-02-29T12:00:00+13:00', '28 February 2024'],
    ['1969-01-01T00:00:00Z', '1 January 1969'],
  ])('gives the day in UTC of %s', (time, day) => {
    expect(longDate(Date.parse(time))).toBe(day)
  })
})
