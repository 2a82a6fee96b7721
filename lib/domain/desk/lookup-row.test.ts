import { describe, expect, it } from 'vitest'
import { arrangeLookup, LOOKUP_FILTERS, LOOKUP_ORDERS, type LookupOrder, type LookupRow } from './lookup-row'

function row(serial: string, status: string, checkCount: number, lastCheckedAt: string): LookupRow {
  const found = status !== 'not_found'
  const words = { statusText: status, currentStatus: '', currentStatusText: '', lastCheckedText: '' }
  return { serial, found, status, ...words, current: serial, replaced: [], checkCount, lastCheckedAt }
}

const ROWS = [
  row('C', 'verified', 2, '2026-01-02T00:00:00.000Z'),
  row('A', 'withdrawn', 10, ''),
  row('D', 'not_found', 0, ''),
  row('B', 'verified', 9, '2026-01-10T00:00:00.000Z'),
]

describe('arrangeLookup', () => {
  it.each<[LookupOrder, string]>([
    ['sent', 'CADB'],
    ['serial', 'ABCD'],
    ['status', 'DCBA'],
    ['checks', 'ABCD'],
    ['last_checked', 'BCAD'],
  ])('puts rows in the order %s, equal ones as they were sent', (order, serials) => {
    expect(LOOKUP_ORDERS).toContain(order)
    const sent = [...ROWS]
    const arranged = arrangeLookup(sent, 'all', order)
    expect(arranged.map(({ serial }) => serial).join('')).toBe(serials)
    expect(sent).toEqual(ROWS)
  })

  it.each([
    ['all', 'CADB'],
    ['found', 'CAB'],
    ['not_found', 'D'],
    ['not_verified', 'AD'],
  ] as const)('shows %s', (filter, serials) => {
    expect(LOOKUP_FILTERS).toContain(filter)
    expect(
      arrangeLookup(ROWS, filter, 'sent')
        .map(({ serial }) => serial)
        .join(''),
    ).toBe(serials)
  })
})
