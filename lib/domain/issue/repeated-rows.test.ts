import { describe, expect, it } from 'vitest'
import { parseRecord } from './parse-record'
import { RepeatedRows } from './repeated-rows'

const COLUMNS = ['full_name', 'registration_number', 'event_title', 'achievement', 'event_date']

/** What is found in rows of which the first is on line 2. */
function foundIn(rows: readonly string[][]) {
  const repeated = new RepeatedRows()
  rows.forEach((cells, at) => {
    const parsed = parseRecord(COLUMNS, cells, { now: new Date('2026-11-23T12:00:00Z') })
    if (parsed.ok) repeated.add(at + 2, parsed.row)
  })
  return repeated.found()
}

describe('RepeatedRows', () => {
  it('finds the same name, course and day, whatever else differs and in whatever spelling issuing takes for the same', () => {
    const rows = [
      ['Zoë Quinn', '', 'Knots', 'Passed', '2026-03-14'],
      ['Bo', '', 'Knots', 'Passed', ''],
      [' Zoe\u0308 Quinn ', '', 'Knots', 'With honours', '14.3.2026'],
      ['Bo', '7', 'Knots', 'Passed', ''],
    ]
    const named = [
      { fullName: 'Zoë Quinn', lines: [2, 4] },
      { fullName: 'Bo', lines: [3, 5] },
    ]
    expect(foundIn(rows)).toEqual({ named, more: 0 })
  })

  it.each([
    ['course', ['Bo', '7', 'Ropes', 'Passed', '2026-03-14']],
    ['day', ['Bo', '7', 'Knots', 'Passed', '2026-03-15']],
    ['name', ['Bob', '7', 'Knots', 'Passed', '2026-03-14']],
  ])('leaves alone rows whose %s differs', (_what, other) => {
    expect(foundIn([['Bo', '7', 'Knots', 'Passed', '2026-03-14'], other])).toEqual({ named: [], more: 0 })
  })

  it('names the first of many, and the first lines of each', () => {
    const rows = Array.from({ length: 25 * 12 }, (_, at) => [`Person ${at % 25}`, '', 'Knots', 'Passed', ''])
    const { named, more } = foundIn(rows)
    expect([named.length, more, named[0]?.lines.length]).toEqual([20, 5, 10])
  })
})
