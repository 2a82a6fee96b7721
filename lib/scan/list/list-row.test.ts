import { describe, expect, it } from 'vitest'
import type { BatchResult } from '@/lib/contract/check/batch'
import { exampleVerifyAnswer } from '@/lib/contract/examples'
import { fileText } from '@/lib/domain/certificate/file-kind'
import { NAMES_IN_CODE_PAGES } from '@/test/desk/code-page-names'
import {
  type CheckedRow,
  isCurrent,
  isForAnother,
  isOld,
  lookedAt,
  needsLook,
  newRow,
  rowComparison,
  rowResult,
  sameSerials,
  takeResult,
} from './list-row'
import { readListRows } from './read-rows'

const NOW = Date.parse('2026-11-20T14:08:00Z')
const { certificate, verification } = exampleVerifyAnswer('https://certificates.example')
const found: BatchResult = {
  ...{ serial: certificate.serial, found: true, error: null },
  ...{ certificate, verification, replacement_certificate: null },
}
const row = (changes: Partial<CheckedRow> = {}): CheckedRow =>
  newRow({ serial: certificate.serial, result: rowResult(found, NOW, NOW), ...changes })
const as = (changes: Partial<BatchResult>) => row({ result: rowResult({ ...found, ...changes }, NOW, NOW) })
const outcome = (status: 'withdrawn' | 'invalid') => ({ ...verification, overall_status: status })

describe('a row needs a look', () => {
  it.each<[string, CheckedRow, boolean]>([
    ['not: current, and no name was expected', row(), false],
    ['not: current, and the expected name', row({ expected: 'Ana-Lucía Müller Nguyễn' }), false],
    ['likely the same name', row({ expected: 'Ana Lucia Mueller Nguyen' }), true],
    ['another name', row({ expected: 'Ben Okafor' }), true],
    ['withdrawn', as({ verification: outcome('withdrawn') }), true],
    ['not found', as({ found: false, certificate: null, verification: null }), true],
    ['could not be checked', as({ found: null, certificate: null, verification: null, error: 'x' }), true],
    ['no serial', row({ serial: null, problem: 'no_serial', result: null }), true],
    ['not: it waits', row({ result: null }), false],
  ])('%s', (_name, one, looked) => expect(needsLook(one, NOW)).toBe(looked))

  it('once its verdict is five minutes old, by this device’s clock, set back or not', () => {
    expect([isOld(row(), NOW + 299_999), isOld(row(), NOW + 300_000), isOld(row(), NOW - 300_000)]).toEqual([
      false,
      true,
      true,
    ])
    expect(needsLook(row(), NOW + 300_000)).toBe(true)
    expect([isCurrent(row(), NOW + 299_999), isCurrent(row(), NOW + 300_000)]).toEqual([true, false])
  })
})

describe('a name of a list that was not in Unicode', () => {
  /** As a device reads the name, which a list has in these bytes. */
  const coded = (bytes: string, name: string, isCoded = true) => {
    const expected = fileText(Buffer.from(bytes, 'hex')) ?? ''
    const one = newRow({ serial: certificate.serial, expected, isCoded })
    takeResult(one, { ...rowResult(found, NOW, NOW), name })
    return one
  }

  it.each(NAMES_IN_CODE_PAGES.filter(([, page]) => !['ibm850', 'ibm852', 'x-mac-ce'].includes(page)))(
    'is the one on the record where it was saved so: %s',
    (_language, _page, names, bytes) => {
      const one = coded(bytes, names)
      expect([rowComparison(one)?.result, one.expected?.normalize('NFC')]).toEqual(['same', names])
      expect(needsLook(one, NOW)).toBe(false)
    },
  )

  it('is another one where no code page reads it so, or the list was in Unicode', () => {
    const [, , , bytes = ''] = NAMES_IN_CODE_PAGES.find(([language]) => language === 'Czech') ?? []
    expect(rowComparison(coded(bytes, 'Karel Dvořák'))?.result).toBe('different')
    const typed = coded(bytes, 'Jiří Nováček;Božena Němcová;Antonín Dvořák', false)
    expect([rowComparison(typed)?.result === 'same', typed.expected]).toEqual([false, expect.stringContaining('Jiøí')])
  })
})

describe('a name in two columns of a list without a head', () => {
  const listed = (line: string, name: string) => {
    const [read] = readListRows(line, ['https://verify.northshore.example'])
    const one = newRow(read ?? {})
    takeResult(one, { ...rowResult(found, NOW, NOW), name })
    return [rowComparison(one)?.result, one.expected]
  }
  const serial = certificate.serial

  it.each([
    ['Nguyen\tAna Lucia', 'Ana Lucia Nguyen', 'Ana Lucia Nguyen'],
    ['Anna Maria\tvon Weber', 'Anna Maria von Weber', 'Anna Maria von Weber'],
  ])('is the one on the record: %j', (cells, name, expected) => {
    expect(listed(`${cells}\t${serial}`, name)).toEqual(['same', expected])
    expect(listed(`${serial}\t${cells}`, name)).toEqual(['same', expected])
  })

  it('is likely the one on the record where a title stands before it', () => {
    const both = ['likely_same', 'Prof. Dr. Max Weber']
    expect(listed(`Prof. Dr. Max\tWeber\t${serial}`, 'Max Weber')).toEqual(both)
  })

  it.each([
    ['Ana Lucia\tNguyen', 'Ben Okafor', 'Ana Lucia'],
    ['Ana Lucia\tWelding', 'Ana Lucia', 'Ana Lucia'],
    ['Ana Lucia\t12 Weber', 'Ana Lucia Weber', 'Ana Lucia'],
  ])('is no more than what is written: %j', (cells, name, expected) => {
    expect(listed(`${cells}\t${serial}`, name)[1]).toBe(expected)
  })

  it('is what its head says where there is one', () => {
    expect(listed(`Name\tDepartment\tSerial\nAna Lucia\tNguyen\t${serial}`, 'Ana Lucia Nguyen')[1]).toBe('Ana Lucia')
  })
})

it('a row that somebody looked at needs no further look, until there is something else to look at', () => {
  const withdrawn = as({ verification: outcome('withdrawn') })
  const looked = { ...withdrawn, looked: lookedAt(withdrawn) }
  expect(needsLook(looked, NOW)).toBe(false)
  expect(needsLook(looked, NOW + 300_000)).toBe(true)
  expect(needsLook({ ...looked, result: row().result }, NOW)).toBe(false)
  expect(needsLook({ ...looked, result: as({ verification: outcome('invalid') }).result }, NOW)).toBe(true)
  const by = (status: 'issued' | 'withdrawn') =>
    as({ verification: outcome('withdrawn'), replacement_certificate: { ...certificate, status } })
  expect(lookedAt(by('withdrawn'))).not.toBe(lookedAt(by('issued')))
  const likely = row({ expected: 'Ana Lucia Mueller Nguyen' })
  expect(needsLook({ ...likely, looked: lookedAt(likely) }, NOW)).toBe(false)
  expect(needsLook({ ...row({ expected: 'Ben Okafor' }), looked: lookedAt(likely) }, NOW)).toBe(true)
  expect(lookedAt(likely)).not.toContain('Lucia')
})

it('compares each of two rows that share an answer with the name that it expects itself', () => {
  const { result } = row()
  const rows = ['Ana-Lucía Müller Nguyễn', 'Ben Okafor', 'Ana Lucia Mueller Nguyen', 'Ben Okafor'].map((expected) =>
    row({ expected, result }),
  )
  expect(rows.map((one) => [rowComparison(one)?.result, needsLook(one, NOW)])).toEqual([
    ['same', false],
    ['different', true],
    ['likely_same', true],
    ['different', true],
  ])
})

it('does not show a certificate of another name as genuine and current', () => {
  const rows = ['Ben Okafor', 'Ana-Lucía Müller Nguyễn', 'Ana Lucia Mueller Nguyen'].map((expected) =>
    row({ expected }),
  )
  expect(rows.map((one) => [isCurrent(one, NOW), isForAnother(one)])).toEqual([
    [false, true],
    [true, false],
    [true, false],
  ])
  expect(isForAnother({ ...as({ verification: outcome('withdrawn') }), expected: 'Ben Okafor' })).toBe(false)
})

it('says which rows have the same serial, in any spelling', () => {
  const [one, other] = [row(), row({ serial: 'NS/2024/0042' })]
  const again = row({ serial: certificate.serial.toLowerCase().replaceAll('-', ' ') })
  const file = newRow({ file: 'a.pdf', problem: 'not_issued' })
  const places = sameSerials([one, other, again, file, { ...file }])
  expect([one, other, again, file].map((each) => places.get(each))).toEqual([
    { place: 1, all: [1, 3] },
    undefined,
    { place: 3, all: [1, 3] },
    undefined,
  ])
})

it('says why names are only likely the same', () => {
  const { reasons = [] } = rowComparison(row({ expected: 'Ana Lucia Mueller Nguyen' })) ?? {}
  expect(reasons).toEqual(expect.arrayContaining(['accents', 'transliteration']))
})

it('shows nothing of a record that fails its check', () => {
  const invalid = { ...certificate, status: 'invalid' as const }
  const { result } = as({ certificate: invalid, verification: outcome('invalid') })
  expect(result).toMatchObject({ status: 'invalid', name: null, issuer: null, issuedAt: null, expiresAt: null })
  expect(rowComparison(row({ expected: 'Ana', result }))).toBeNull()
})
