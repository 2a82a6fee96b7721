import { describe, expect, it } from 'vitest'
import { asSentence } from './output'
import { displayWidth, table } from './table'

describe('table', () => {
  it('aligns by the columns that a terminal uses', () => {
    expect(
      table(
        ['Name', 'No'],
        [
          ['王小明', '1'],
          ['Ana', '2'],
          ['김', ''],
        ],
      ),
    ).toEqual(['Name    No', '──────  ──', '王小明  1', 'Ana     2', '김'])
  })

  it.each([
    ['Zoe\u0308', 3],
    ['ＡＢ', 4],
    ['ｱｲ', 2],
    ['नेहा', 3],
    ['🎓', 2],
    ['e\u200D', 1],
    ['·…–', 3],
  ])('takes %s for %d columns', (text, width) => {
    expect(displayWidth(text)).toBe(width)
  })
})

describe('asSentence', () => {
  it.each([
    ['slug has the shape of a UUID', 'Slug has the shape of a UUID.'],
    ['full_name is missing', 'full_name is missing.'],
    ['No key.', 'No key.'],
    ['lists/rows.csv cannot be written', 'lists/rows.csv cannot be written.'],
    ['rows.csv: not found', 'rows.csv: not found.'],
    ['anna@college.example is the last owner', 'anna@college.example is the last owner.'],
    ['name. Then go on', 'Name. Then go on.'],
    ['Publish a TXT "b"', 'Publish a TXT "b"'],
  ])('%s', (reason, sentence) => {
    expect(asSentence(reason)).toBe(sentence)
  })
})
