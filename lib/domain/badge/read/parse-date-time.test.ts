import { expect, it } from 'vitest'
import { parseDateTime } from './parse-date-time'

it.each([
  ['2026-02-28T12:00:00Z', '2026-02-28T12:00:00.000Z'],
  ['2028-02-29T00:00:00+14:00', '2028-02-28T10:00:00.000Z'],
  ['2026-12-31T23:59:59.123456789-11:00', '2027-01-01T10:59:59.123Z'],
  ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
])('reads %s', (written, moment) => expect(parseDateTime(written)).toBe(Date.parse(moment)))

it.each([
  '2026-02-30T00:00:00Z',
  '2026-02-29T00:00:00Z',
  '1900-02-29T00:00:00Z',
  '2026-04-31T00:00:00Z',
  '2026-00-10T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-01-32T00:00:00Z',
  '2026-01-01T25:00:00Z',
  '2026-01-01T00:00:00',
  '2026-01-01T00:00Z',
  '12026-01-01T00:00:00Z',
  '',
  null,
  20260101,
])('does not read %j', (written) => expect(parseDateTime(written)).toBeUndefined())
