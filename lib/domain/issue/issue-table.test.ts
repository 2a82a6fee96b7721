import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RowColumn } from './guess-columns'
import { ROW_COLUMNS } from './issue-row'
import { issueRecords, type TableChoice } from './issue-table'
import { parseRecord } from './parse-record'

/** The records of a table, without their lines. */
function recordsOf(table: readonly (readonly string[])[], columns: TableChoice['columns'], defaults = {}) {
  const rows = table.map((cells, at) => ({ line: at + 1, cells: [...cells] }))
  return issueRecords(rows, { columns, defaults }).map(({ cells }) => cells)
}

const HEAD = ['Name', 'Course', 'Result']
const THREE = ['full_name', 'event_title', 'achievement'] as const

describe('issueRecords', () => {
  it('takes what is written once where a cell is empty, and leaves out rows without any cell of their own', () => {
    const rows = [
      ['Name', 'Result', 'Room'],
      ['Ana', '', 'x'],
      ['', '', 'y'],
      ['Bo', 'Merit', 'z'],
    ]
    const columns = ['full_name' as const, 'achievement' as const, null]
    expect(recordsOf(rows, columns, { event_title: 'Knots', achievement: 'Passed' })).toEqual([
      ['full_name', 'event_title', 'achievement'],
      ['Ana', 'Knots', 'Passed'],
      ['Bo', 'Knots', 'Merit'],
    ])
  })

  it('makes no record of the head where it stands again, as on each page of a list', () => {
    const rows = [HEAD, ['Ana', 'Knots', 'Passed'], [' Name', 'Course', 'Result '], ['Name', 'Course', 'Passed']]
    expect(recordsOf(rows, THREE).map(([name]) => name)).toEqual(['full_name', 'Ana', 'Name'])
  })

  it('keeps the line of each row', () => {
    const rows = [HEAD, ['', '', ''], ['Ana', 'Knots', 'Passed']].map((cells, at) => ({ line: 2 * at + 3, cells }))
    expect(issueRecords(rows, { columns: THREE, defaults: {} }).map(({ line }) => line)).toEqual([3, 7])
  })

  it.each([
    ['too many cells', HEAD, THREE, ['Smith', ' John', 'Knots', 'Passed'], ['Smith', 'John', 'Knots', 'Passed']],
    ['an empty one too many', HEAD, THREE, ['Ana', 'Knots', 'Passed', ''], ['Ana', 'Knots', 'Passed', '']],
    ['too few, under a column that is left out', [...HEAD, 'x'], THREE, ['A', 'B', 'C'], ['A', 'B', 'C', '']],
    ['a text under no name', [...HEAD, ''], [...THREE, null], ['A', 'B', 'C', 'D'], ['A', 'B', 'C', 'D']],
    ['texts that were left out, and one too many', ['x', ...HEAD], [null, ...THREE], [...'ABCDE'], [...'BCDAE']],
  ])('makes the record too long of a row with %s', (_what, head, columns, row, record) => {
    expect(recordsOf([head, row], columns)[1]).toEqual(record)
  })

  it.each([
    ['a column that is left out', [...HEAD, 'x'], [...THREE, null], ['A', 'B', 'C', 'D']],
    ['a name that is empty, before the last column', ['', ...HEAD], [null, ...THREE], ['D', 'A', 'B', 'C']],
    ['a name that is empty, and nothing', [...HEAD, ''], [...THREE, null], ['A', 'B', 'C', ' ']],
  ])('leaves out what is under %s', (_what, head, columns, row) => {
    expect(recordsOf([head, row], columns)[1]).toEqual(['A', 'B', 'C'])
  })

  it('never makes a good record of a row with another number of cells than its head, and loses no text of it', () => {
    const cell = fc.constantFrom('', 'Ana', 'Knots', 'Passed')
    const column = fc.constantFrom<RowColumn | null>(null, ...ROW_COLUMNS)
    const table = fc.tuple(
      fc.uniqueArray(column, { minLength: 1, maxLength: 6, selector: (one) => one ?? Symbol('left out') }),
      fc.array(cell, { minLength: 1, maxLength: 9 }),
    )
    fc.assert(
      fc.property(table, fc.dictionary(fc.constantFrom(...THREE), fc.constant('once')), ([columns, row], once) => {
        fc.pre(row.length !== columns.length)
        const [names = [], record] = recordsOf([columns.map((_, at) => `Column ${at}`), row], columns, once)
        if (!record) return row.every((text) => text === '')
        return (
          row.every((text) => text === '' || record.includes(text)) &&
          !parseRecord(names, record, { now: new Date() }).ok
        )
      }),
    )
  })
})
