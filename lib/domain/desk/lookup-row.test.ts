import { describe, expect, it } from 'vitest'
import { arrangeLookup, LOOKUP_FILTERS, LOOKUP_ORDERS, lookupCsv, type LookupOrder, type LookupRow } from './lookup-row'

function row(serial: string, status: string, checkCount: number, lastCheckedAt: string): LookupRow {
  const found = status === 'lost' ? null : status !== 'not_found'
  const words = { statusText: status, currentStatus: '', currentStatusText: '', lastCheckedText: '' }
  return { serial, found, status, ...words, current: serial, replaced: [], checkCount, lastCheckedAt }
}

const ROWS = [
  row('C', 'verified', 2, '2026-01-02T00:00:00.000Z'),
  row('A', 'withdrawn', 10, ''),
  row('D', 'not_found', 0, ''),
  row('B', 'verified', 9, '2026-01-10T00:00:00.000Z'),
  row('E', 'lost', 0, ''),
]

describe('arrangeLookup', () => {
  it.each<[LookupOrder, string]>([
    ['sent', 'CADBE'],
    ['serial', 'ABCDE'],
    ['status', 'EDCBA'],
    ['checks', 'ABCDE'],
    ['last_checked', 'BCADE'],
  ])('puts rows in the order %s, equal ones as they were sent', (order, serials) => {
    expect(LOOKUP_ORDERS).toContain(order)
    const sent = [...ROWS]
    const arranged = arrangeLookup(sent, 'all', order)
    expect(arranged.map(({ serial }) => serial).join('')).toBe(serials)
    expect(sent).toEqual(ROWS)
  })

  it.each([
    ['all', 'CADBE'],
    ['found', 'CAB'],
    ['not_found', 'D'],
    ['not_verified', 'ADE'],
  ] as const)('shows %s', (filter, serials) => {
    expect(LOOKUP_FILTERS).toContain(filter)
    expect(
      arrangeLookup(ROWS, filter, 'sent')
        .map(({ serial }) => serial)
        .join(''),
    ).toBe(serials)
  })
})

it('says in a file neither yes nor no of what could not be told', () => {
  const [, ...lines] = lookupCsv([row('A', 'verified', 1, ''), row('B', 'not_found', 0, ''), row('C', 'lost', 0, '')])
    .trim()
    .split(/\r?\n/)
  expect(lines.map((line) => line.split(',').slice(1, 3))).toEqual([
    ['"yes"', '"verified"'],
    ['"no"', '"not_found"'],
    ['""', '"lost"'],
  ])
})
