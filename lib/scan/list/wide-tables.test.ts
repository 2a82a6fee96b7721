import { describe, expect, it } from 'vitest'
import { MOST_LISTED } from '@/lib/domain/issue/read-serial-list'
import { jsonTable } from '@/lib/scan/typed/json-table'
import { columnsToAsk } from './columns-to-ask'
import { listRecords, readListRows } from './read-rows'
import { newReading } from './serial-cells'
import { columnsInDoubt } from './serial-column'

const ORIGINS = ['https://verify.example.org'] as const

/** How many cells are looked at closely to tell which column counts. */
function lookedAt(rows: string[][]): number {
  const reading = newReading(ORIGINS)
  let count = 0
  const ownIn: typeof reading.ownIn = (cell) => {
    count += 1
    return reading.ownIn(cell)
  }
  columnsInDoubt(rows, { ...reading, ownIn })
  return count
}

describe('a table that is far wider than any that somebody keeps', () => {
  it.each([10, 100, 1000])('takes no more time than others: %i columns', (width) => {
    const rows = Array.from({ length: 300 }, (_, row) => Array.from({ length: width }, (_, at) => `A${row}B${at}`))
    expect(lookedAt(rows)).toBeLessThanOrEqual(4000)
  })

  it('is asked about all the same', () => {
    const row = (first: string, last: string) => [first, ...Array.from({ length: 300 }, () => 'x'), last].join(',')
    const text = [row('P1234567', '7K3M-9QXT-2VBD-8RWN'), row('P2345678', ''), row('P3456789', '')].join('\n')
    expect(columnsToAsk(text, ORIGINS)?.map(({ column }) => column)).toEqual([0, 301])
  })

  it('is read as a text where a row has more cells than any table', () => {
    const line = ['Ana Li', ...Array.from({ length: 2500 }, (_, at) => `x${at}y`), '7K3M-9QXT-2VBD-8RWN'].join(', ')
    expect(listRecords(line, ORIGINS).records).toBeNull()
    expect(readListRows(line, ORIGINS).map(({ serial }) => serial)).toEqual(['7K3M-9QXT-2VBD-8RWN'])
  })

  it('is no row of JSON in which nothing is called a serial, but what stands behind a word for one is found', () => {
    const people = Array.from({ length: 1500 }, (_, at) => ({ id: at, name: `Person ${at}` }))
    expect(jsonTable(JSON.stringify(people))).toBe('"serial"')
    const text = JSON.stringify([...people, { note: 'Serial: NS/2024/0042' }])
    expect(readListRows(text, ORIGINS).map(({ serial }) => serial)).toEqual(['NS/2024/0042'])
  })

  it('in JSON has no cell for each name that some object holds, and keeps the column with the serials', () => {
    const other = Array.from({ length: 500 }, (_, at) => ({ [`k${at}`]: at }))
    const table = jsonTable(JSON.stringify([...other, { serial: '7K3M-9QXT-2VBD-8RWN' }])) ?? ''
    expect(table.split('\n')[0]?.split(',')).toHaveLength(101)
    expect(table).toContain('7K3M-9QXT-2VBD-8RWN')
  })
})

it('reads no more rows of a list in JSON than any list may have', () => {
  const serials = Array.from({ length: 30_000 }, (_, at) => ({ serial: `NS/2024/${at}` }))
  // One more, below the head.
  expect(jsonTable(JSON.stringify(serials))?.split('\n')).toHaveLength(MOST_LISTED + 2)
})
