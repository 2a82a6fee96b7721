import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { WordTable } from './word-table'

const word = fc.integer({ min: 0, max: 2 ** 32 - 1 })

describe('a table of words', () => {
  it('finds what a map with the same keys finds, however full it is, also once it was written and loaded', () => {
    const records = fc.uniqueArray(fc.tuple(word, word, word), { selector: ([a, b]) => `${a}/${b}`, maxLength: 300 })
    fc.assert(
      fc.property(records, records, (added, others) => {
        const table = new WordTable(3, 2)
        const known = new Map<string, number>()
        for (const [a, b, c] of added) {
          table.add([a, b, c])
          known.set(`${a}/${b}`, c)
        }
        const loaded = new WordTable(3, 2)
        loaded.load(table.words())
        for (const one of [table, loaded]) {
          expect(one.size).toBe(known.size)
          for (const [a, b] of [...added, ...others]) {
            const record = one.find([a, b])
            expect(record === -1 ? undefined : one.get(record, 2)).toBe(known.get(`${a}/${b}`))
          }
        }
      }),
    )
  })

  it('goes on where it was loaded, over the ends of its chunks', () => {
    const table = new WordTable(2, 1)
    for (let record = 0; record < 10_000; record++) table.add([record * 7, record])
    const loaded = new WordTable(2, 1)
    loaded.load(table.words())
    for (let record = 10_000; record < 20_000; record++) loaded.add([record * 7, record])
    for (let record = 0; record < 20_000; record++) expect(loaded.get(loaded.find([record * 7]), 1)).toBe(record)
    expect(loaded.find([3])).toBe(-1)
  })
})
