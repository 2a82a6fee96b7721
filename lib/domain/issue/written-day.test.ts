import { describe, expect, it } from 'vitest'
import { plainCell } from './written-day'

describe('plainCell', () => {
  it.each([
    ['14.03.2026', '2026-03-14'],
    ['4.3.2026', '2026-03-04'],
    ['14. 3. 2026', '2026-03-14'],
    [' 14.03.2026 ', '2026-03-14'],
    ['2026/3/14', '2026-03-14'],
    ['2026.03.14', '2026-03-14'],
    ['2026-3-4', '2026-03-04'],
    ['2026年3月14日', '2026-03-14'],
    ['2026-03-14', '2026-03-14'],
    ['\uFFFC2026-03-14', '2026-03-14'],
    // No day of the calendar: whoever reads it refuses it.
    ['31.02.2026', '2026-02-31'],
  ])('writes %j as %s', (written, day) => {
    expect(plainCell(written, 'event_date')).toBe(day)
    expect(plainCell(written, 'issued_at')).toBe(day)
    expect(plainCell(written, 'expires_at')).toBe(day)
  })

  it.each([
    '03/04/2026',
    '14/03/2026',
    '14-03-2026',
    '14.03.26',
    '2026/03-14',
    '2026年3月14',
    '14.03.2026 9:30',
    '2026-03-14T09:30:00Z',
    '30 February',
    '\uFFFC2026-03-14 18:00:00',
    '',
  ])('leaves %j as it is', (written) => {
    expect(plainCell(written, 'event_date')).toBe(written)
  })

  it('leaves what is no day alone', () => {
    expect(plainCell('14.03.2026', 'registration_number')).toBe('14.03.2026')
    expect(plainCell('14.03.2026', null)).toBe('14.03.2026')
    expect(plainCell('14.03.2026', 'constructor')).toBe('14.03.2026')
  })
})
