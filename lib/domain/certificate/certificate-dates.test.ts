import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkValidityPeriod, parseEventDate, parseExpiresAt, parseIssuedAt, wholeSeconds } from './certificate-dates'

const now = new Date('2026-03-14T09:30:00.750Z')
const issuedAt = (text: string) => {
  const result = parseIssuedAt(text, now)
  return result.ok ? result.at.toISOString() : result.reason
}
const expiresAt = (text: string) => {
  const result = parseExpiresAt(text)
  return result.ok ? result.at.toISOString() : result.reason
}

describe('parseIssuedAt', () => {
  it.each([
    ['2026-03-14', '2026-03-14T00:00:00.000Z'],
    ['2026-03-14T09:00:00Z', '2026-03-14T09:00:00.000Z'],
    ['2026-03-14T09:00:00.999Z', '2026-03-14T09:00:00.000Z'],
    ['2026-03-14T11:00+02:00', '2026-03-14T09:00:00.000Z'],
    ['2026-03-14 02:30:05-0530', '2026-03-14T08:00:05.000Z'],
    ['2026-03-14t10:00:00+01', '2026-03-14T09:00:00.000Z'],
    ['1900-01-01', '1900-01-01T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ])('reads %s', (text, iso) => {
    expect(issuedAt(text)).toBe(iso)
  })

  it.each([
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '14.03.2026',
    '1899-12-31',
    '1900-01-01T00:00:00+01:00',
    '2026-03-14T09:00:00',
    '2026-03-14T24:00:00Z',
    '2026-03-14T09:60:00Z',
    '2026-03-14T09:00:60Z',
    '2026-03-14T09:00:00+15:00',
    '2026-03-14Z',
    ' 2026-03-14',
    '20260314',
    '',
  ])('refuses %j', (text) => {
    expect(issuedAt(text)).toMatch(/^issued_at must be a real date/)
  })

  it('makes up to five minutes ahead the present, and remembers what was written', () => {
    expect(parseIssuedAt('2026-03-14T09:35:00.900Z', now)).toEqual({
      ok: true,
      at: new Date('2026-03-14T09:30:00Z'),
      written: new Date('2026-03-14T09:35:00Z'),
    })
    expect(issuedAt('2026-03-14T09:30:01Z')).toBe('2026-03-14T09:30:00.000Z')
    expect(issuedAt('2026-03-14T09:35:01Z')).toBe('issued_at lies in the future')
    expect(issuedAt('2026-03-15')).toBe('issued_at lies in the future: in UTC it is still 2026-03-14')
  })

  it('reads back every second of the years that it accepts', () => {
    const past = fc.date({ min: new Date('1900-01-01'), max: now, noInvalidDate: true })
    fc.assert(
      fc.property(past, (date) => {
        expect(issuedAt(date.toISOString())).toBe(wholeSeconds(date).toISOString())
      }),
    )
  })
})

describe('parseExpiresAt', () => {
  it.each([
    ['2027-12-31', '2027-12-31T23:59:59.000Z'],
    ['2027-12-31T12:00:00.5+02:00', '2027-12-31T10:00:00.000Z'],
    ['9999-12-31', '9999-12-31T23:59:59.000Z'],
  ])('reads %s', (text, iso) => {
    expect(expiresAt(text)).toBe(iso)
  })

  it.each(['9999-12-31T23:59:59-01:00', '10000-01-01', 'never'])('refuses %s', (text) => {
    expect(expiresAt(text)).toMatch(/^expires_at must be/)
  })
})

describe('parseEventDate', () => {
  it('takes real days only', () => {
    expect(parseEventDate('2026-03-14')).toEqual({ ok: true, date: '2026-03-14' })
    expect(parseEventDate('2026-02-30').ok).toBe(false)
    expect(parseEventDate('2026-03-14T00:00:00Z').ok).toBe(false)
    expect(parseEventDate('1899-01-01').ok).toBe(false)
  })
})

describe('checkValidityPeriod', () => {
  it('wants the end after the time of issue, in whole seconds', () => {
    expect(checkValidityPeriod(now, new Date('2026-03-14T09:30:00Z'))).toBe('expires_at is not after issued_at')
    expect(checkValidityPeriod(now, new Date('2026-03-14T09:30:01Z'))).toBeNull()
  })
})
