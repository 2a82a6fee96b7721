import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { writeWorkbook } from '@/lib/domain/table/write-workbook'
import { readSheet, SheetError } from './read-sheet'

const sheet = (rows: string) => ({
  'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${rows}</sheetData></worksheet>`),
})

describe('a workbook', () => {
  it('is read as it was written, whatever its cells hold', () => {
    const rows = [
      ['Name', 'Serial'],
      ['Müller & <Söhne> "x"', '=1+1'],
      ['محمد عبد الرحمن', ' two  spaces '],
      ['', '😀\n_x0041_'.replace('_x0041_', 'A')],
    ]
    expect(readSheet(writeWorkbook(rows))).toEqual(rows)
  })

  it('is written with the address of each cell, beyond the last letter too', () => {
    const row = Array.from({ length: 28 }, (_, at) => `c${at}`)
    const written = strFromU8(unzipSync(writeWorkbook([row, row]))['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
    expect([...written.matchAll(/<c r="([A-Z]+2)"/g)].map(([, at]) => at).slice(24)).toEqual(['Y2', 'Z2', 'AA2', 'AB2'])
  })

  it('is written without what XML cannot hold', () => {
    expect(readSheet(writeWorkbook([['a\u0000b\uD800c']]))).toEqual([['abc']])
  })

  it('of a spreadsheet program: shared and rich texts, numbers, gaps and formulas', () => {
    const shared =
      '<sst><si><t>Serial</t></si><si><r><t>Ana </t></r><r><t xml:space="preserve">M&#252;ller</t></r><rPh><t>x</t></rPh></si></sst>'
    const rows =
      '<row r="1"><c r="A1" t="s"><v>1</v></c><c r="C1" t="s"><v>0</v></c></row><row r="2"/>' +
      '<row r="3"><c r="A3"><v>20240042</v></c><c r="B3" t="str"><f>1</f><v>&lt;x&gt;</v></c><c r="C3" t="inlineStr"><is><t>y</t></is></c></row>'
    expect(readSheet(zipSync({ ...sheet(rows), 'xl/sharedStrings.xml': strToU8(shared) }))).toEqual([
      ['Ana Müller', '', 'Serial'],
      [],
      ['20240042', '<x>', 'y'],
    ])
  })

  it.each<[string, Uint8Array]>([
    ['is no archive', strToU8('PK\x03\x04 not one')],
    ['has no sheet', zipSync({ 'xl/workbook.xml': strToU8('<workbook/>') })],
    ['would unpack to far more than it is', zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(80 * 1024 * 1024) })],
    ['has more cells than a list', zipSync(sheet(`<row>${'<c><v>1</v></c>'.repeat(50)}</row>`.repeat(4100)))],
  ])('is refused where it %s', (_name, bytes) => expect(() => readSheet(bytes)).toThrow(SheetError))

  it('with a cell far to the right costs nothing', () => {
    expect(readSheet(zipSync(sheet('<row><c r="ZZZ1"><v>1</v></c><c r="A1"><v>2</v></c></row>')))).toEqual([['2']])
  })
})
