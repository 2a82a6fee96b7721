import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { readIssueFile } from '@/lib/service/issue/read-issue-file'
import { numberedCsv } from './numbered-csv'

const HEAD = ['full_name', 'event_title', 'achievement']

it('writes each row on its line, as who reads issue files counts them', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r\n', '\r', ' ') })
  const rows = fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.array(cell, { minLength: 1, maxLength: 4 })))
  await fc.assert(
    fc.asyncProperty(rows, async (made) => {
      let line = 2
      const numbered = made.map(([empty, cells]) => {
        const row = { line: line + empty, cells: ['x', ...cells] }
        line = row.line + 1 + cells.join(' ').split(/\r\n|\n|\r/).length
        return row
      })
      const file = Buffer.from(numberedCsv([{ line: 1, cells: HEAD }, ...numbered]))
      const read = []
      for await (const row of readIssueFile(file, sha256Hex(file))) read.push({ line: row.line, cells: row.cells })
      expect(read).toEqual(numbered)
    }),
  )
})
