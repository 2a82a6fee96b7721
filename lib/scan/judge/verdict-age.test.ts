import { expect, it } from 'vitest'
import { isVerdictOld } from './verdict-age'

const HEARD = Date.parse('2026-11-20T14:08:00Z')
const MINUTE = 60_000

it.each<[string, number, number, boolean]>([
  ['young', 5 * MINUTE - 1, 5 * MINUTE - 1, false],
  ['five minutes old', 5 * MINUTE, 5 * MINUTE, true],
  ['heard before the device slept', 60 * MINUTE, 2 * MINUTE, true],
  ['heard before the clock was set back by hours', -180 * MINUTE, MINUTE, true],
  ['older than a clock says that was set back by a little', 2 * MINUTE, 5 * MINUTE, true],
])('a verdict that is %s', (_name, later, elapsed, old) => {
  expect(isVerdictOld(HEARD, HEARD + later, elapsed)).toBe(old)
})
