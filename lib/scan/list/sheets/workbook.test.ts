import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { writeWorkbook } from '@/lib/domain/table/write-workbook'
import { tableRows } from '../table-rows'
import { readSheets, SheetError } from './read-sheet'
import { workbookRows } from './workbook-rows'

const nobody = () => Promise.reject(new Error('asked'))

const sheet = (rows: string) => ({
  'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${rows}</sheetData></worksheet>`),
})

const readSheet = (bytes: Uint8Array) => readSheets(bytes)[0]

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

  it('whose elements have a prefix', () => {
    const rows =
      '<x:row><x:c t="s"><x:v>0</x:v></x:c><x:c t="inlineStr"><x:is><x:t>&lt;x:t&gt;</x:t></x:is></x:c></x:row>'
    const parts = {
      'xl/worksheets/sheet1.xml': `<?xml version="1.0"?><x:worksheet xmlns:x="u"><x:sheetData>${rows}</x:sheetData></x:worksheet>`,
      'xl/sharedStrings.xml': '<x:sst xmlns:x="u"><x:si><x:t>Ana</x:t></x:si></x:sst>',
    }
    expect(
      readSheet(zipSync(Object.fromEntries(Object.entries(parts).map(([at, xml]) => [at, strToU8(xml)])))),
    ).toEqual([['Ana', '<x:t>']])
  })

  describe('with numbers in a form of their own', () => {
    const styled = (code: string, value: string) => {
      const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`
      const head = '<row><c t="str"><v>serial</v></c></row>'
      const rows = `${head}<row><c s="1"><v>${value}</v></c></row><row><c><v>${value}</v></c></row><row><c s="1" t="str"><v>${value}</v></c></row>`
      return zipSync({ ...sheet(rows), 'xl/styles.xml': strToU8(styles) })
    }

    it('has them as it shows them', () => {
      expect(readSheet(styled('00000', '418'))).toEqual([['serial'], ['00418'], ['418'], ['418']])
      expect(readSheet(styled('&quot;NS-&quot;0000', '42'))).toEqual([['serial'], ['NS-0042'], ['42'], ['42']])
    })

    it.each([
      ['# ?/?', '418'],
      ['0000-0000-0000-0000 ?', '1234567890123456'],
    ])('has no serial where the form is not known: %s', (code, value) => {
      const [row] = tableRows(readSheet(styled(code, value)) ?? [], ['https://verify.example.org']) ?? []
      expect(row).toEqual({ serial: null, expected: null, typed: value })
    })

    it.each([
      ['a form', '<numFmts><numFmt numFmtId="164" formatCode="%"/></numFmts>', '['.repeat(400_000)],
      ['forms', '<numFmts>%', '<numFmt numFmtId="164" formatCode="['.repeat(40_000)],
      ['styles', '<cellXfs>%</cellXfs>', '<xf numFmtId="1"/>'.repeat(400_000)],
    ])('takes no longer than its length, whatever it has for %s', (_name, styles, text) => {
      const parts = {
        ...sheet('<row><c s="0"><v>1</v></c></row>'),
        'xl/styles.xml': strToU8(styles.replace('%', text)),
      }
      expect(() => readSheet(zipSync(parts))).not.toThrow(RangeError)
    })
  })

  it('with an empty shared text, which may be written short', () => {
    const shared = '<sst><si><t>Serial</t></si><si/><si ></si><si><t>A-1</t></si></sst>'
    const cells = [0, 1, 2, 3].map((at) => `<c t="s"><v>${at}</v></c>`).join('')
    const parts = { ...sheet(`<row>${cells}</row>`), 'xl/sharedStrings.xml': strToU8(shared) }
    expect(readSheet(zipSync(parts))).toEqual([['Serial', '', '', 'A-1']])
  })

  it('is read from its first sheet, whatever the files of its sheets are called', () => {
    const of = (text: string) =>
      strToU8(`<worksheet><sheetData><row><c t="str"><v>${text}</v></c></row></sheetData></worksheet>`)
    const parts = (book: string, relations: string) =>
      zipSync({
        'xl/worksheets/sheet1.xml': of('one'),
        'xl/worksheets/sheet2.xml': of('two'),
        'xl/workbook.xml': strToU8(`<workbook xmlns:r="x"><sheets>${book}</sheets></workbook>`),
        'xl/_rels/workbook.xml.rels': strToU8(`<Relationships>${relations}</Relationships>`),
      })
    const two = '<Relationship Target="worksheets/sheet2.xml" Id="rId7"/>'
    const one = '<Relationship Id="rId2" Target="/xl/worksheets/sheet1.xml"/>'
    const book = '<sheet name="B" sheetId="5" r:id="rId7"/><sheet name="A" sheetId="1" r:id="rId2"/>'
    expect(readSheet(parts(book, one + two))).toEqual([['two']])
    expect(readSheet(parts('<sheet name="A" sheetId="1" r:id="rId2"/>', two + one))).toEqual([['one']])
    const empty = { 'xl/worksheets/sheet2.xml': strToU8('<worksheet><sheetData><row/></sheetData></worksheet>') }
    expect(readSheet(zipSync({ ...unzipSync(parts(book, one + two)), ...empty }))).toEqual([['one']])
    // What names none that is there is no reason to refuse what can be read.
    expect(readSheet(parts('<sheet name="A" r:id="rId9"/>', one))).toEqual([['one']])
  })

  it.each<[string, string, string]>([
    ['rows', '<row>', ''],
    ['cells', '<c>', ''],
    ['values', '<c><v>', ''],
    ['attributes', '<row a', ''],
    ['shared texts', '', '<si>'],
    ['pieces of text', '', '<si><t>'],
    ['readings', '', '<rPh>'],
  ])('that somebody damaged costs no more than its length: %s', (_name, row, item) => {
    const parts = {
      'xl/worksheets/sheet1.xml': strToU8(`<row>${row.repeat(row === '' ? 0 : 400_000)}`),
      'xl/sharedStrings.xml': strToU8(`<si>${item.repeat(item === '' ? 0 : 400_000)}`),
    }
    // A step more than linear would take these hours, not moments.
    expect(() => readSheet(zipSync(parts))).not.toThrow(RangeError)
  })

  it.each<[string, Uint8Array]>([
    ['is no archive', strToU8('PK\x03\x04 not one')],
    ['has no sheet', zipSync({ 'xl/workbook.xml': strToU8('<workbook/>') })],
    ['would unpack to far more than it is', zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(80 * 1024 * 1024) })],
    ['has more cells than a list', zipSync(sheet(`<row>${'<c><v>1</v></c>'.repeat(50)}</row>`.repeat(4100)))],
  ])('is refused where it %s', (_name, bytes) => expect(() => readSheet(bytes)).toThrow(SheetError))

  const of = (...rows: string[][]) =>
    strToU8(
      `<worksheet><sheetData>${rows
        .map((cells) => `<row>${cells.map((cell) => `<c t="str"><v>${cell}</v></c>`).join('')}</row>`)
        .join('')}</sheetData></worksheet>`,
    )

  it('is read from all of its sheets that are lists of certificates, and of no other', async () => {
    const book = zipSync({
      'xl/worksheets/sheet1.xml': of(['A list of ours']),
      'xl/worksheets/sheet2.xml': of(['Name', 'Serial'], ['Ana Li', 'NS/2024/0042']),
      'xl/worksheets/sheet3.xml': of(['Room', 'Key'], ['North', 'NS/2024/0099'], ['South', 'NS/2024/0098']),
      'xl/worksheets/sheet4.xml': of(['Bo Wu', '7K3M-9QXT-2VBD-8RWN']),
      'xl/worksheets/sheet5.xml': of(['Certificate number', 'Of'], ['NS/2024/0043', 'Cy Ek']),
    })
    const serials = await workbookRows(book, ['https://verify.example.org'], nobody)
    expect(serials.tables.flatMap(({ rows }) => rows.map(({ serial }) => serial))).toEqual([
      'NS/2024/0042',
      '7K3M-9QXT-2VBD-8RWN',
      'NS/2024/0043',
    ])
    const other = zipSync({ 'xl/worksheets/sheet1.xml': of(['No list']) })
    expect(await workbookRows(other, ['https://a.test'], nobody)).toMatchObject({ tables: [] })
  })

  it('is asked about once for each sheet of which nobody can tell which column counts', async () => {
    const one = '7K3M-9QXT-2VBD-8RWN'
    const book = zipSync({
      'xl/worksheets/sheet1.xml': of(['P1234567', one], ['P2345678', ''], ['P3456789', '']),
      'xl/worksheets/sheet2.xml': of(['Room', 'Key'], ['K-1', 'NS/2024/0099'], ['K-2', 'NS/2024/0098']),
      'xl/worksheets/sheet3.xml': of(['P4567890', ''], ['P5678901', ''], ['P6789012', ''], ['P7890123', one]),
    })
    const asked: unknown[] = []
    const rows = await workbookRows(book, ['https://verify.example.org'], (columns) => {
      asked.push(columns.map(({ cells }) => cells))
      return Promise.resolve([1])
    })
    expect(asked).toEqual([
      ['P1234567 · P2345678 · P3456789', one],
      ['P4567890 · P5678901 · P6789012', one],
    ])
    expect(rows.tables.flatMap((table) => table.rows.flatMap(({ serial }) => serial ?? []))).toEqual([one, one])
    await expect(workbookRows(book, ['https://verify.example.org'], nobody)).rejects.toThrow('asked')
  })

  it('with a cell far to the right costs nothing', () => {
    expect(readSheet(zipSync(sheet('<row><c r="ZZZ1"><v>1</v></c><c r="A1"><v>2</v></c></row>')))).toEqual([['2']])
  })
})
