import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkHeader, columnName, parseIssueRow, ROW_COLUMNS, rowHash } from './issue-row'

const now = new Date('2026-03-14T09:30:00.750Z')
const minimal = { full_name: 'María José', event_title: 'Web Week 2026', achievement: 'Speaker' }
const full = {
  ...minimal,
  registration_number: 'R-17',
  event_date: '2026-03-10',
  issued_at: '2026-03-12T10:00:00+02:00',
  expires_at: '2028-03-12',
  serial: 'WEB/2026/q7x2',
  email: 'maria@Example.ORG',
  language: 'PT',
}

function parsed(raw: Record<string, string>, at = now) {
  const result = parseIssueRow(raw, { now: at })
  if (!result.ok) throw new Error(result.reasons.join('; '))
  return result.row
}
const hashOf = (raw: Record<string, string>, at = now) => rowHash(parsed(raw, at))
function reasons(change: Record<string, string>): string[] {
  const result = parseIssueRow({ ...minimal, ...change }, { now })
  return result.ok ? [] : result.reasons
}

describe('checkHeader', () => {
  it('accepts the columns in any order, the optional ones left out', () => {
    expect(checkHeader(ROW_COLUMNS)).toEqual([])
    expect(checkHeader(['achievement', 'full_name', 'event_title'])).toEqual([])
  })

  it('takes a column as people write it', () => {
    expect(checkHeader(['Full Name', ' EVENT-TITLE', 'Achievement ', 'registration\u00a0number'])).toEqual([])
    expect(['Full  Name', 'full-name', 'FULL_NAME', '\tFull - Name'].map(columnName)).toEqual(
      Array(4).fill('full_name'),
    )
  })

  it('names every missing and repeated column, and those that are not known once', () => {
    expect(checkHeader(['full_name', 'Full Name', 'Titel', 'achievement', '', '__proto__', 'Titel'])).toEqual([
      'column event_title is missing',
      expect.stringContaining('columns "Titel", "", "__proto__" are not known; the columns are full_name, '),
      'column full_name stands in the header more than once',
    ])
    expect(checkHeader([...ROW_COLUMNS, 'Room 1'])).toEqual([expect.stringMatching(/^column "Room 1" is not known; /)])
  })

  it('names ten that are not known, and the beginnings of long ones, however many and long they are', () => {
    const many = Array.from({ length: 1000 }, (_, at) => `${at} ${'😀'.repeat(1000)}`)
    const [said = ''] = checkHeader([...ROW_COLUMNS, ...many])
    expect(said).toContain(`"9 ${'😀'.repeat(58)}…" and 990 more are not known; `)
    expect(said.length).toBeLessThan(2000)
  })
})

describe('parseIssueRow', () => {
  it('reads a minimal row', () => {
    expect(parsed(minimal)).toEqual({
      fullName: 'María José',
      registrationNumber: null,
      eventTitle: 'Web Week 2026',
      achievement: 'Speaker',
      eventDate: null,
      issuedAt: null,
      issuedAtWritten: null,
      expiresAt: null,
      serial: null,
      email: null,
      language: null,
    })
  })

  it('reads a full row', () => {
    expect(parsed(full)).toEqual({
      fullName: 'María José',
      registrationNumber: 'R-17',
      eventTitle: 'Web Week 2026',
      achievement: 'Speaker',
      eventDate: '2026-03-10',
      issuedAt: new Date('2026-03-12T08:00:00Z'),
      issuedAtWritten: new Date('2026-03-12T08:00:00Z'),
      expiresAt: new Date('2028-03-12T23:59:59Z'),
      serial: 'WEB/2026/q7x2',
      email: 'maria@example.org',
      language: 'pt',
    })
  })

  it('reads days as people write them, and the row stays the same one', () => {
    const written = { ...full, event_date: '10.3.2026', expires_at: '2028年3月12日' }
    expect(parsed(written)).toEqual(parsed(full))
    expect(rowHash(parsed(written))).toBe(rowHash(parsed(full)))
  })

  it('lists every reason at once', () => {
    const result = parseIssueRow(
      { full_name: ' ', event_title: 'A\u0007', event_date: '2026-02-30', serial: 'pdf', email: 'nobody' },
      { now },
    )
    expect(result.ok ? [] : [...result.reasons].sort()).toEqual([
      'achievement is missing',
      'email is not an e-mail address',
      expect.stringMatching(/^event_date must be a real date .*in a spreadsheet, format the column as text first\)$/),
      'event_title holds a control character (U+0007) at position 2',
      'full_name is missing',
      expect.stringContaining('serial must be 4 to 64'),
    ])
  })

  it.each([
    [{ issued_at: '2026-03-14T09:40:00Z' }, 'issued_at lies in the future'],
    [{ expires_at: '2026-03-13' }, 'expires_at is not after issued_at'],
    [{ issued_at: '2026-03-01', expires_at: '2026-03-01T00:00:00Z' }, 'expires_at is not after issued_at'],
    [{ full_name: 'x'.repeat(201) }, 'full_name has 201 characters; at most 200 are allowed'],
    [{ email: 'a@b@c.example' }, 'email is not an e-mail address'],
    [{ email: 'a@example' }, 'email is not an e-mail address'],
    [{ email: 'a b@c.example' }, 'email is not an e-mail address'],
    [{ language: 'english' }, 'language is not one of en, es, fr, ar, zh, hi, pt, de'],
    [{ email: 'a@c..example' }, 'email is not an e-mail address'],
  ])('refuses %j', (change, reason) => {
    expect(reasons(change)).toEqual([reason])
  })

  it('accepts a validity that has ended, and one of a single day', () => {
    expect(reasons({ issued_at: '2019-05-01', expires_at: '2021-05-01' })).toEqual([])
    expect(reasons({ issued_at: '2026-03-01', expires_at: '2026-03-01' })).toEqual([])
  })

  it('does not read what an object inherits', () => {
    const raw = Object.create({ email: 'x@y.example' }) as Record<string, string>
    expect(parsed(Object.assign(raw, minimal)).email).toBeNull()
  })

  it('never throws', () => {
    const cells = fc.record(Object.fromEntries(ROW_COLUMNS.map((column) => [column, fc.string({ unit: 'binary' })])))
    fc.assert(fc.property(cells, (raw) => void parseIssueRow(raw, { now })))
  })
})

describe('what a spreadsheet shows in place of a value', () => {
  const LOST =
    '#N/A #REF! #VALUE! #NAME? #DIV/0! #NUM! #NULL! #SPILL! #NV #BEZUG! #WERT! #ÜBERLAUF! #N/D #¡VALOR! #¿NOMBRE? #NOM? #NÚM! ######## ## 1.23457E+15 1,23457E+15 1E+09'
  it.each(LOST.split(' '))('is refused: %s', (text) => {
    for (const column of [
      'full_name',
      'registration_number',
      'event_title',
      'achievement',
      'expires_at',
      'serial',
      'email',
      'language',
    ])
      expect(reasons({ [column]: text })).toEqual([expect.stringContaining(`${column} holds "${text}"`)])
  })

  it.each(['#1', '#12', '#1!', '#', 'A#', 'E+12', '1E5', '12E+05X', '#Knots', 'C#', 'N/A', '1.2'])(
    'is not what it is alike to: %s',
    (text) => {
      expect(reasons({ registration_number: text, achievement: text })).toEqual([])
    },
  )
})

describe('rowHash', () => {
  it('is a fingerprint that never changes', () => {
    expect(hashOf(minimal)).toMatch(/^[0-9a-f]{64}$/)
    expect(hashOf(minimal)).toBe('6e7e4eff0471422052fc047aa97b400a74a7a6d1f230f2219f84276eb898b1c8')
  })

  it.each<[string, Record<string, string>]>([
    ['the order of columns', Object.fromEntries(Object.entries(full).reverse())],
    ['the normalisation form', { ...full, full_name: full.full_name.normalize('NFD') }],
    ['spaces around', { ...full, achievement: ' Speaker ' }],
    ['the zone', { ...full, issued_at: '2026-03-12T08:00:00.25Z' }],
    ['a date-only end', { ...full, expires_at: '2028-03-12T23:59:59Z' }],
    ['the spelling of the serial', { ...full, serial: 'web/2o26/Q7X2' }],
    ['the case of the mail domain', { ...full, email: 'maria@example.org' }],
  ])('is not changed by %s', (_, other) => {
    expect(hashOf(other)).toBe(hashOf(full))
  })

  it('is not changed by the run in which a time ahead became the present', () => {
    const row = { ...minimal, issued_at: '2026-03-14T09:32:00Z' }
    const later = new Date('2026-03-14T09:31:00Z')
    expect(parsed(row).issuedAt).not.toEqual(parsed(row, later).issuedAt)
    expect(hashOf(row, later)).toBe(hashOf(row))
    expect(hashOf(row, new Date('2026-04-01'))).toBe(hashOf(row))
  })

  it('is changed by every column', () => {
    const others = {
      full_name: 'Maria José',
      event_title: 'Web Week',
      achievement: 'speaker',
      registration_number: 'R-18',
      event_date: '2026-03-11',
      issued_at: '2026-03-12',
      expires_at: '2028-03-13',
      serial: 'WEB/2026/q7x3',
      email: 'Maria@example.org',
      language: 'de',
    }
    const hashes = Object.entries(others).map(([column, value]) => hashOf({ ...full, [column]: value }))
    expect(new Set([...hashes, hashOf(full), hashOf(minimal)]).size).toBe(12)
  })

  it('is what it was before there was a language, where none is given', () => {
    expect(hashOf({ ...minimal, language: '' })).toBe(hashOf(minimal))
    expect(hashOf(minimal)).toBe('6e7e4eff0471422052fc047aa97b400a74a7a6d1f230f2219f84276eb898b1c8')
  })

  it('tells an empty column from a shifted one', () => {
    expect(hashOf({ ...minimal, registration_number: 'a@b.example' })).not.toBe(
      hashOf({ ...minimal, email: 'a@b.example' }),
    )
  })
})
