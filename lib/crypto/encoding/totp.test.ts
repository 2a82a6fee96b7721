import { describe, expect, it } from 'vitest'
import { totpStep } from './totp'

/** RFC 6238 appendix B, the last six digits of its eight. */
const SECRET = Buffer.from('12345678901234567890')

describe('totpStep', () => {
  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('at %i knows %s and its half minute, also half a minute early or late, and not a minute', (seconds, code) => {
    const at = (away: number) => totpStep(SECRET, code, (seconds + away) * 1000)
    const step = Math.floor(seconds / 30)
    expect([at(0), at(30), at(-30)]).toEqual([step, step, step])
    expect([at(90), at(-90)]).toEqual([null, null])
  })

  it.each(['', '28708', '2870821', '28708x', ' 287082'])('refuses %j', (code) => {
    expect(totpStep(SECRET, code, 59_000)).toBeNull()
  })
})
