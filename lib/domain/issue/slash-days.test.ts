import { describe, expect, it } from 'vitest'
import { issueRecords } from './issue-table'
import { findSlashColumns, readSlashed, withoutOrder } from './slash-days'

describe('readSlashed', () => {
  it.each([
    ['03/04/2026', '2026-04-03', '2026-03-04'],
    ['3-4-2026', '2026-04-03', '2026-03-04'],
    [' 14/03/2026 ', '2026-03-14', null],
    ['02/29/2028', null, '2028-02-29'],
    ['29/02/2026', null, null],
    ['0/0/2026', null, null],
    ['03/04-2026', null, null],
    ['03/04/26', null, null],
    ['2026/03/04', null, null],
  ])('reads %j with the day first as %s, with the month first as %s', (cell, day, month) => {
    expect([readSlashed(cell, 'day'), readSlashed(cell, 'month')]).toEqual([day, month])
  })
})

describe('findSlashColumns', () => {
  const rows = [
    ['Ana', '03/04/2026', '2026-01-02'],
    ['Bo', '03/04/2026'],
    ['Cy', '', '05/06/2027'],
    ['Di', '3/14/2026'],
  ]

  it('names each column with its first values and what is impossible in it', () => {
    expect(findSlashColumns(rows, 3)).toEqual([
      { at: 1, shown: ['03/04/2026', '3/14/2026'], impossible: { day: '3/14/2026', month: null } },
      { at: 2, shown: ['05/06/2027'], impossible: { day: null, month: null } },
    ])
  })

  it('leaves out what is a day in neither order, such as a number', () => {
    expect(findSlashColumns([['12-34-5678'], ['31/31/2026']], 1)).toEqual([])
    const one = [{ at: 0, shown: ['14/3/2026'], impossible: { day: null, month: '14/3/2026' } }]
    expect(findSlashColumns([['31/31/2026'], ['14/3/2026']], 1)).toEqual(one)
  })

  it('has to be told the order of those that are read as days', () => {
    const slashed = findSlashColumns(rows, 3)
    expect(withoutOrder(slashed, ['full_name', 'event_date', 'expires_at'])).toEqual([1, 2])
    expect(withoutOrder(slashed, ['full_name', 'event_date', 'expires_at'], [null, 'day'])).toEqual([2])
    expect(withoutOrder(slashed, ['full_name', 'registration_number', null])).toEqual([])
  })
})

describe('issueRecords', () => {
  it('reads each column by its own order, and leaves alone what is no day', () => {
    const rows = [
      { line: 1, cells: ['A', 'B', 'C'] },
      { line: 2, cells: ['03/04/2026', '03/04/2026', '03/04/2026'] },
      { line: 3, cells: ['3/14/2026', '', ''] },
    ]
    const columns = ['event_date', 'expires_at', 'registration_number'] as const
    expect(
      issueRecords(rows, { columns, defaults: {}, orders: ['day', 'month', 'day'] }).map(({ cells }) => cells),
    ).toEqual([
      ['registration_number', 'event_date', 'expires_at'],
      ['03/04/2026', '2026-04-03', '2026-03-04'],
      ['', '3/14/2026', ''],
    ])
  })
})
