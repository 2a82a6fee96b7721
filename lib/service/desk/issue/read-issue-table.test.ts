import { parse } from 'csv-parse/sync'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, describe, expect, it } from 'vitest'
import { parseRecord } from '@/lib/domain/issue/parse-record'
import type { CodePage } from '@/lib/domain/text/code-page'
import { tablePool } from '@/lib/render/untrusted/untrusted-pool-holder'
import { workbook } from '@/test/desk/workbook'
import { readIssueTable, writeIssueFile } from './read-issue-table'

afterAll(() => tablePool().close())

const ISSUER = 'an issuer'
const read = (bytes: Uint8Array) => readIssueTable(ISSUER, { bytes })
/** Its rows, the head first, read back from what is kept of it. */
const rowsOf = async (bytes: Uint8Array, codePage?: CodePage) =>
  parse(Buffer.from((await readIssueTable(ISSUER, { bytes, ...(codePage && { codePage }) })).file), {
    bom: true,
    delimiter: [',', ';', '\t', '|'],
    relax_column_count: true,
    skip_empty_lines: true,
  })

const text = (written: string) => ({ text: written })
const TABLE = [
  ['Name', 'Kurs'],
  ['Zoë; “Z” | Öz', 'Knots'],
]
/** 3 November 2026 as each of the two calendars counts it. */
const DAY_1900 = 46329
const DAY_1904 = DAY_1900 - 1462

/** A workbook with another text in place of one in one of its parts. */
function edited(file: Uint8Array, text: string, by: string, part = 'xl/worksheets/sheet1.xml'): Uint8Array {
  const parts = unzipSync(file)
  const xml = strFromU8(parts[part] ?? new Uint8Array()).replace(text, () => by)
  return zipSync({ ...parts, [part]: strToU8(xml) })
}

describe('a text', () => {
  const written = (separator: string) => `Name${separator}Kurs\r\n"Zoë; “Z” | Öz"${separator}Knots\r\n`

  it.each([',', ';', '\t', '|'])('is parted by %j', async (separator) => {
    expect(await rowsOf(Buffer.from(written(separator)))).toEqual(TABLE)
  })

  it.each([',', ';', '\t', '|'])(
    'parted by %j is read in UTF-8 with a mark, in UTF-16 of both orders, and in the code page that was said',
    async (separator) => {
      const marked = `\ufeff${written(separator)}`
      const little = Buffer.from(marked, 'utf16le')
      const windows = Buffer.from(written(separator).replace('“', '\x93').replace('”', '\x94'), 'latin1')
      for (const file of [Buffer.from(marked), little, Buffer.from(little).swap16()])
        expect(await rowsOf(file)).toEqual(TABLE)
      expect(await rowsOf(windows, 'windows-1252')).toEqual(TABLE)
    },
  )

  it.each([
    ['nothing', Buffer.from(' \r\n\t'), 'empty'],
    ['a PDF', Buffer.from('%PDF-1.7\n'), 'no table'],
    ['a Word document', Buffer.from('PK\x03\x04word/document.xml', 'latin1'), 'no table'],
    ['an old Word document', Buffer.from(`\xd0\xcf\x11\xe0${[...'WordDocument'].join('\0')}\0`, 'latin1'), 'no table'],
    [
      'a text in a code page that nobody said',
      Buffer.from('Name,Kurs\n\xcd\xf5\xd0\xa1\xc3\xf7,x\n', 'latin1'),
      'no table',
    ],
    ['without a head', Buffer.from('Ana Lee,Knots\nBo Li,Knots\n'), 'The first line is a row.'],
    ['a quote that is never closed', Buffer.from('a,b\n"x,y\n'), 'quote'],
  ])('that is %s is refused in words', async (_name, file, word) => {
    await expect(read(file)).rejects.toMatchObject({
      code: 'malformed',
      message: expect.stringContaining(word),
    })
  })
})

describe('a quote that somebody typed', () => {
  const rows = (...lines: string[]) => `${['Name,Kurs,Note', ...lines].join('\r\n')}\r\n`

  it.each([
    ['in a first cell', rows('Zoë,Knots,1', '"Ana,Knots,1', 'Bo,Knots,2', 'Cy,Knots,3"', 'Di,Knots,4'), 3, 5],
    ['in the midst of a row', rows('Ana,"Knots,1', 'Bo,Knots,2"'), 2, 3],
    ['in the last cell', rows('Ana,Knots,"1', 'Bo,Knots,2', 'Cy,Knots,"'), 2, 4],
    ['closed in the midst of a later row', rows('Ana,"Knots,1', 'Bo,Knots",2'), 2, 3],
    ['with an empty line within', rows('Ana,"Knots,1', '', 'Bo,Knots,2"'), 2, 4],
    ['below a title', `Autumn\n\n${rows('"Ana,Knots,1', 'Bo,Knots,2"')}`, 4, 5],
    ['parted by semicolons', rows('Ana,"Knots,1', 'Bo,Knots,2"').replaceAll(',', ';'), 2, 3],
    ['parted by tabs', rows('Ana,"Knots,1', 'Bo,Knots,2"').replaceAll(',', '\t'), 2, 3],
    ['of two columns', 'Name,Kurs\n"Ana,Knots\nBo,Knots\nCy,Knots"\n', 2, 4],
    ['beside a row that is quoted well', rows('"Zoë, Öz",Knots,1', 'Ana,"Knots,1', 'Bo,Knots,2"'), 3, 4],
  ])('hides no rows: %s', async (_where, sent, first, last) => {
    await expect(read(Buffer.from(sent))).rejects.toThrow(`opened on line ${first} is closed on line ${last} only`)
  })

  it.each([
    ['of words', rows('Ana,"Knots\nand bends",1', 'Bo,Knots,2')],
    ['with one separator', rows('Ana,"Knots,\nbends",1', 'Bo,Knots,2')],
    ['of an address', rows('Ana,"Apt 4, Floor 2\nHouse 3\n12345 Town, Land",1', 'Bo,"Flat 2, Court 3\nTown",2')],
    ['that is empty but for a line end', rows('Ana,"Knots\n",1', 'Bo,Knots,2')],
    [
      'of a program that quotes each cell',
      '"Name","Kurs","Note"\n"Ana","Knots","a, b, c\nd, e, f"\n"Bo","Knots","2"\n',
    ],
  ])('is none around a cell of several lines %s', async (_what, sent) =>
    expect((await rowsOf(Buffer.from(sent))).map(([name]) => name)).toEqual(['Name', 'Ana', 'Bo']),
  )
})

it.each([
  ['UTF-8, which would have been another name', Buffer.from('Name,Kurs\nAna,Knots\nMü').subarray(0, -1)],
  ['UTF-8 of three bytes', Buffer.from('Name,Kurs\nAna,Knots\n李').subarray(0, -1)],
  ['UTF-16', Buffer.from('\ufeffName,Kurs\nAna,Knots\nBo', 'utf16le').subarray(0, -1)],
])('a text that was cut off in a letter is refused: %s', (_what, file) =>
  expect(read(file)).rejects.toThrow('it was cut off'),
)

describe('lines above the head', () => {
  it.each([
    [
      'a title',
      'Seamanship 2026\n\nName;Kurs\nZoë;Knots\n',
      [
        ['Name', 'Kurs'],
        ['Zoë', 'Knots'],
      ],
    ],
    [
      'a title with cells beside it',
      'Seamanship;March;;\nDay;3;;\nName;Kurs;Note;\nZoë;Knots;1;\n',
      [
        ['Name', 'Kurs', 'Note', ''],
        ['Zoë', 'Knots', '1', ''],
      ],
    ],
    [
      'none: a row of three cells stands there',
      'Zoë;Knots;1\nName;Kurs;Note\n',
      [
        ['Zoë', 'Knots', '1'],
        ['Name', 'Kurs', 'Note'],
      ],
    ],
    ['none: nothing names two columns', 'Title\nName;x\nZoë;y\n', [['Title'], ['Name', 'x'], ['Zoë', 'y']]],
    ['none: they are too many', 'a\nb\nc\nd\ne\nName;Kurs\n', [['a'], ['b'], ['c'], ['d'], ['e'], ['Name', 'Kurs']]],
  ])('are left out: %s', async (_name, sent, rows) => {
    const { head } = await read(Buffer.from(sent))
    expect(await rowsOf(Buffer.from(sent))).toEqual(rows)
    expect(head).toEqual(rows[0])
  })

  it('are left out of a workbook, whose rows keep their numbers', async () => {
    const sheet = [[text('Seamanship 2026')], [], [text('Name'), text('Kurs')], [text('Zoë'), text('Knots')]]
    const { file, head } = await read(workbook(sheet))
    expect(head).toEqual(['Name', 'Kurs'])
    // Empty lines hold the places of those that were left out.
    expect(
      Buffer.from(file)
        .toString()
        .split(/\r?\n/)
        .findIndex((line) => line.includes('Zoë')),
    ).toBe(3)
  })
})

describe('a text that takes too long to read', () => {
  const MIB = 1024 * 1024
  /** Read whole, each kept the process from everybody else for seconds or minutes. */
  const MOST_CPU_US = 3_000_000

  it.each([
    ['lines', `a,b\n${'a\n'.repeat(2 * MIB)}`, 'more than 10,000 rows'],
    ['empty lines', `a,b\n${'\n'.repeat(5 * MIB - 4)}`, 'more than 10,000 rows'],
    ['rows', `a,b\n${'a,b\n'.repeat(10_001)}`, 'more than 10,000 rows'],
    ['cells in a row', `a,b\n${','.repeat(5 * MIB - 4)}`, 'more than 100 columns'],
    ['columns', `${'a,'.repeat(100)}a\n1\n`, 'more than 100 columns'],
    ['columns above many rows', `${','.repeat(499_000)}a\n${'a\n'.repeat(9000)}`, 'more than 100 columns'],
    ['cells in all', `a;b\n${`${';'.repeat(99)}\n`.repeat(6000)}`, 'more than 100 columns'],
  ])('is refused in words: %s', async (_name, sent, words) => {
    const before = process.cpuUsage()
    await expect(read(Buffer.from(sent))).rejects.toMatchObject({
      code: 'malformed',
      message: expect.stringContaining(words),
    })
    expect(process.cpuUsage(before).user).toBeLessThan(MOST_CPU_US)
  })

  it('is read with as many rows as are issued at once', async () => {
    const rows = `a,b\n${'"x\ny",2\n\n'.repeat(10_000)}`
    expect(await rowsOf(Buffer.from(rows))).toHaveLength(10_001)
  })
})

describe('while a table is read', () => {
  const LARGE = Buffer.from(`a,b\n${'"x\ny",2\n'.repeat(10_000)}`)

  it('others are served', async () => {
    let served = 0
    const others = setInterval(() => served++)
    await read(LARGE).finally(() => clearInterval(others))
    expect(served).toBeGreaterThan(0)
  })

  it('its issuer has few places, and others have theirs', async () => {
    const own = [LARGE, LARGE, LARGE].map(read)
    await expect(read(LARGE)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await readIssueTable('another issuer', { bytes: Buffer.from('a,b\n1,2\n') })).toMatchObject({
      head: ['a', 'b'],
    })
    expect(await Promise.all(own)).toHaveLength(3)
    expect(await read(LARGE)).toMatchObject({ head: ['a', 'b'] })
  })
})

describe('a workbook', () => {
  it('whose hundreds of sheets are the same stored bytes, and say that they unpack to none, is refused', async () => {
    const sheets = Array.from({ length: 400 }, (_, at) => [`xl/worksheets/sheet${at}.xml`, new Uint8Array()])
    const stored = { ...Object.fromEntries(sheets), 'xl/worksheets/sheet0.xml': new Uint8Array(1 << 20) }
    const bomb = Buffer.from(zipSync(stored, { level: 0 }))
    for (let at = bomb.indexOf('PK\x01\x02'); at !== -1; at = bomb.indexOf('PK\x01\x02', at + 4)) {
      bomb.writeUInt32LE(1 << 20, at + 20)
      bomb.writeUInt32LE(0, at + 24)
      bomb.writeUInt32LE(0, at + 42)
    }
    expect(bomb.length).toBeLessThan(2 << 20)
    await expect(read(bomb)).rejects.toThrow('unpacks to more')
  })

  it('gives texts, numbers, what formulas came to, and dates of both calendars', async () => {
    const rows = (day: number) => [
      [text('Name'), text('Number'), text('Sum'), text('Day')],
      [
        text('李小龍 & <Öz>'),
        { number: 418 },
        { formula: 'A1&B1', value: 'as computed' },
        { number: day, style: 'date' as const },
      ],
    ]
    const expected = [
      ['Name', 'Number', 'Sum', 'Day'],
      ['李小龍 & <Öz>', '418', 'as computed', '\uFFFC2026-11-03'],
    ]
    expect(await rowsOf(workbook(rows(DAY_1900)))).toEqual(expected)
    const from1904 = workbook(rows(DAY_1904), { date1904: true })
    expect(await rowsOf(from1904)).toEqual(expected)
    // As other programs write it: read from 1900, each day would be four years early.
    expect(await rowsOf(edited(from1904, 'date1904="1"', "date1904='true'", 'xl/workbook.xml'))).toEqual(expected)
  })

  it('gives days in every form that shows one, whatever number the program gave the form, and in those that say so themselves', async () => {
    const rows = [['Name', 'Day'].map(text), [text('Ana'), { number: DAY_1900, style: 'digits' as const }]]
    const [file, from1904] = [false, true].map((date1904) =>
      workbook([rows[0] ?? [], [text('Ana'), { number: date1904 ? DAY_1904 : DAY_1900, style: 'digits' }]], {
        date1904,
      }),
    )
    const inForm = (code: string, id: number, of = file ?? new Uint8Array()) =>
      edited(
        edited(of, 'numFmtId="164" formatCode="00000"', `numFmtId="${id}" formatCode="${code}"`, 'xl/styles.xml'),
        '<xf numFmtId="164"',
        `<xf numFmtId="${id}"`,
        'xl/styles.xml',
      )
    const dayIn = async (one: Uint8Array) => (await rowsOf(one))[1]?.[1]
    for (const code of ['dd.mm.yyyy', 'yyyymmdd', '[$-411]ge.m.d', 'e/m/d'])
      for (const id of [60, 164]) expect(await dayIn(inForm(code, id)), `${code} ${id}`).toBe('\uFFFC2026-11-03')
    expect(await dayIn(inForm('dd.mm.yyyy', 60, from1904))).toBe('\uFFFC2026-11-03')
    for (const code of ['[$-411]ggge', 'dddd', 'e'])
      expect(await dayIn(inForm(code, 164)), code).toBe(`\uFFFC${DAY_1900}`)
    const strict = (written: string) =>
      edited(inForm('dd.mm.yyyy', 164), `s="3"><v>${DAY_1900}`, `s="3" t="d"><v>${written}`)
    for (const written of ['2026-11-03', '2026-11-03T00:00:00', '2026-11-03T00:00:00.000'])
      expect(await dayIn(strict(written)), written).toBe('\uFFFC2026-11-03')
    expect(await dayIn(strict('2026-11-03T18:00:00'))).toBe('\uFFFC2026-11-03 18:00:00')
    expect(await dayIn(edited(strict('2026-11-03'), 'dd.mm.yyyy', 'mmm yyyy', 'xl/styles.xml'))).toBe(
      '\uFFFC(2026-11-03)',
    )
    expect(await dayIn(strict('soon'))).toBe('\uFFFCsoon')
    expect(await dayIn(edited(inForm('dd.mm.yyyy', 164), `${DAY_1900}`, '1e300'))).toBe('\uFFFC1e300')
  })

  it('gives numbers as the sheet shows them, and marks those in a form that is not known', async () => {
    const rows = [
      ['Name', 'Result', 'Number', 'Grade', 'Fee', 'Plain', 'Day'].map(text),
      [
        ...[text('Zoë'), { number: 0.85, style: 'percent' as const }, { number: 418, style: 'digits' as const }],
        ...[
          { number: 4.5, style: 'decimals' as const },
          { number: 1200, style: 'money' as const },
        ],
        ...[{ number: 4.5 }, { number: DAY_1900, style: 'date' as const }],
      ],
    ]
    const [, row] = await rowsOf(workbook(rows))
    expect(row).toEqual(['Zoë', '85%', '00418', '4.50', '\uFFFC1200', '4.5', '\uFFFC2026-11-03'])
  })

  it('has a day in no other column than one of days: 8/10 became one as it was typed', async () => {
    const day = { number: DAY_1900, style: 'date' as const }
    const file = workbook([
      ['full_name', 'event_title', 'achievement', 'event_date'].map(text),
      [text('Zoë'), text('Knots'), day, day],
    ])
    expect(await read(file)).toMatchObject({ samples: [['Zoë', 'Knots', '2026-11-03', '2026-11-03']] })
    const columns = ['full_name', 'event_title', 'achievement', 'event_date'] as const
    const [, row] = parse(await writeIssueFile(ISSUER, { bytes: file }, { columns, defaults: {} }))
    expect(row).toEqual(['Zoë', 'Knots', '\uFFFC2026-11-03', '2026-11-03'])
    const parsed = parseRecord(columns, row ?? [], { now: new Date() })
    expect(parsed).toMatchObject({ ok: false, reasons: [expect.stringMatching(/^achievement holds .*U\+FFFC/)] })
  })

  it('has errors as they are called, also where no number has a form: an empty end would be none', async () => {
    const rows = [['Name', 'Kurs', 'Ends'].map(text), [text('Zoë'), { error: '#N/A' }, { error: '#DIV/0!' }]]
    const { 'xl/worksheets/sheet1.xml': sheet, ...others } = unzipSync(workbook(rows))
    const elsewhere = zipSync({ ...others, 'xl/sheets/a.xml': sheet ?? new Uint8Array() })
    const relations = 'xl/_rels/workbook.xml.rels'
    for (const file of [workbook(rows), edited(elsewhere, 'worksheets/sheet1.xml', 'sheets/a.xml', relations)])
      expect(await rowsOf(file)).toEqual([
        ['Name', 'Kurs', 'Ends'],
        ['Zoë', '#N/A', '#DIV/0!'],
      ])
  })

  it('has numbers in the fifteen digits that a sheet knows, and marks those that had more', async () => {
    const numbers = ['0.30000000000000004', '123456789012345', '1.23456789012345E+15', '3200000000000000', '1E+21']
    const rows = [
      [text('Name'), ...numbers.map(() => text('Kurs'))],
      [text('Zoë'), ...numbers.map((number) => ({ number: number as unknown as number }))],
    ]
    const [, [, ...shown] = []] = await rowsOf(workbook(rows))
    expect(shown).toEqual(['0.3', '123456789012345', '\uFFFC1234567890123450', '\uFFFC3200000000000000', '\uFFFC1e+21'])
  })

  it.each([false, true])(
    'marks times of day and durations, which have no zone and are no day: counted from 1904 %s',
    async (date1904) => {
      const day = date1904 ? DAY_1904 : DAY_1900
      const rows = [
        ['Name', 'Day', 'Moment', 'Took', 'Hours', 'More'].map(text),
        [
          ...[text('Zoë'), { number: day, style: 'date' as const }, { number: day + 0.75, style: 'moment' as const }],
          ...[0.1425, 1.25, 100].map((number) => ({ number, style: 'time' as const })),
        ],
      ]
      const [, [, whole, ...others] = []] = await rowsOf(workbook(rows, { date1904 }))
      expect([whole, ...others]).toEqual([
        '\uFFFC2026-11-03',
        '\uFFFC2026-11-03 18:00:00',
        '\uFFFC0.1425',
        '\uFFFC1.25',
        '\uFFFC100',
      ])
    },
  )

  it('is read by the first sheet that its program shows', async () => {
    const [last, now] = [
      [[text('Name')], [text('Last year')]],
      [[text('Name')], [text('Ana')]],
    ]
    expect(await rowsOf(workbook(now, { hidden: last }))).toEqual([['Name'], ['Ana']])
    expect(await rowsOf(workbook([], { hidden: last }))).toEqual([['Name'], ['Last year']])
  })

  it('tells which sheets that its program hides were read, or left out though rows stand in them', async () => {
    const table = (name: string) => [['Name', 'Kurs', 'Note'].map(text), [name, 'Knots', '1'].map(text)]
    const sheets = async (...sent: Parameters<typeof workbook>) => (await read(workbook(...sent))).sheets
    const name = 'Last & year'
    expect(await sheets(table('Ana'), { hidden: table('Zoë') })).toEqual({ left: [name], taken: null })
    expect(await sheets(table('Ana'), { hidden: table('Zoë').slice(1) })).toEqual({ left: [name], taken: null })
    expect(await sheets([], { hidden: table('Zoë') })).toEqual({ left: [], taken: name })
    // What a program puts there for a list of choices is no row.
    for (const hidden of [[[text('Knots')], [text('Bends')]], table('Zoë').slice(0, 1), [[]]])
      expect(await sheets(table('Ana'), { hidden })).toBeUndefined()
    expect(await sheets(table('Ana'))).toBeUndefined()
  })

  it('is refused where rows to issue stand on several sheets, of which one would be lost', async () => {
    const of = (name: string) => [[text('List')], [text('Name'), text('Kurs')], [text(name), text('Knots')]]
    const both = workbook(of('Ana'), { hidden: of('Zoë'), isHidden: false })
    await expect(read(both)).rejects.toThrow('it has tables on several sheets, Last & year and Sheet.')
    expect(await rowsOf(workbook(of('Ana'), { hidden: of('Zoë') }))).toEqual([
      ['Name', 'Kurs'],
      ['Ana', 'Knots'],
    ])
    // More rows without a head, and lists whose heads nobody knows, or of one column.
    for (const [rows, more] of [
      [of('Ana'), of('Zoë').slice(2)],
      [
        [['Vardas', 'Kursas'].map(text), ['Jonas', 'Mazgai'].map(text)],
        [['Vardas', 'Kursas'].map(text), ['Petras', 'Mazgai'].map(text)],
      ],
      [
        [[text('Name')], [text('Ana')]],
        [[text('Name')], [text('Zoë')]],
      ],
      [
        [[text('Name')], [text('Ana')]],
        [[text('Second course')], [text('Student')], [text('Zoë')]],
      ],
      [of('Ana'), [...Array.from('Seven!!', (one) => [text(one)]), ...of('Zoë').slice(1)]],
    ] as const)
      await expect(read(workbook(rows, { hidden: more.map((row) => [...row]), isHidden: false }))).rejects.toThrow(
        'several sheets',
      )
    // A cover, notes, or a head without rows are no table.
    for (const hidden of [[[text('Name')], [text('see the next sheet')]], of('Zoë').slice(0, 2)])
      expect(await rowsOf(workbook(of('Ana'), { hidden, isHidden: false }))).toEqual([
        ['Name', 'Kurs'],
        ['Ana', 'Knots'],
      ])
  })

  it('may have a sheet that is a chart', async () => {
    const file = workbook([[text('Name')], [text('Ana')]], { hidden: [[text('x')]], isHidden: false })
    const relations = 'xl/_rels/workbook.xml.rels'
    const chart = edited(
      file,
      'worksheet" Target="worksheets/sheet2.xml"',
      'chartsheet" Target="chartsheets/sheet1.xml"',
      relations,
    )
    const { 'xl/worksheets/sheet2.xml': _sheet, ...others } = unzipSync(chart)
    expect(await rowsOf(zipSync(others))).toEqual([['Name'], ['Ana']])
  })

  it('leaves rows out that hold nothing', async () => {
    const rows = [
      [text('Name'), text('Course')],
      [null, null],
      [text('Ana'), text('Knots')],
      [text('Bo'), null],
    ]
    expect(await rowsOf(workbook(rows))).toEqual([
      ['Name', 'Course'],
      ['Ana', 'Knots'],
      ['Bo', ''],
    ])
  })

  describe('in which somebody sees something else than its cells hold', () => {
    const head = [text('Name'), text('Course'), text('Valid until'), null]
    const day = { number: 46800, style: 'date' } as const
    const of = (end: Parameters<typeof workbook>[0][number][number]) => [
      head,
      [text('Ana'), text('Knots'), day, null],
      [text('Bo'), text('Knots'), end, null],
    ]

    /** With a form of this cell that puts a title before its text. */
    const titled = (rows: Parameters<typeof workbook>[0], at: string) =>
      titles(edited(workbook(rows), `<c r="${at}"`, `<c r="${at}" s="3"`))
    const titles = (file: Uint8Array) => edited(file, '"00000"', '"&quot;Dr. &quot;@"', 'xl/styles.xml')

    /** Behind a last cell that has a form and holds nothing. */
    const rule = '<row r="9"><c r="C9" s="1"/></row></sheetData><extLst><ext><f>Sheet!$A$1</f></ext></extLst>'

    it.each<[string, Uint8Array, string]>([
      ['an end that is merged over two people', workbook(of(null), { merged: ['C2:C3'] }), 'C2:C3 are merged'],
      ['a course that is, too', workbook(of(day), { merged: ['B2:C3'] }), 'B2:C3 are merged'],
      [
        'a course under another cell that it is merged with',
        workbook(of(day), { merged: ['A3:B3'] }),
        'cell B3 shows another text',
      ],
      ['an end under a course', workbook(of(day), { merged: ['B3:D3'] }), 'cell C3 shows another text'],
      [
        'a name under a cell of the head',
        workbook([...of(day).slice(0, 2)], { merged: ['A1:A2'] }),
        'cell A2 shows another text',
      ],
      ['an end that was never worked out', workbook(of({ formula: 'TODAY()+365', value: null })), 'formula in C3'],
      [
        'a formula beside its columns',
        workbook([...of(day), [null, null, null, { formula: 'D1', value: null }]]),
        'in D4',
      ],
      [
        'a row of no height',
        edited(workbook(of(day)), '<row r="3"', '<row r="3" ht="0" customHeight="1"'),
        'row 3 is hidden',
      ],
      ['a column that is hidden', workbook(of(day), { hiddenColumn: 3 }), 'column Valid until is hidden'],
      [
        'a name in two pieces, of which the second would be the whole',
        edited(workbook(of(day)), '>Bo<', '>An<!-- x -->a<'),
        'by no spreadsheet program',
      ],
      [
        'the same above a text in which a word of the list of texts stands',
        edited(workbook([...of(day), [text('Grösste'), null, null, null]]), '>Bo<', '>An<!-- x -->a<'),
        'by no spreadsheet program',
      ],
      [
        'an end that is marked as text, and would be none',
        edited(workbook(of({ error: '#N/A' })), '<v>#N/A</v>', '<v><![CDATA[#N/A]]></v>'),
        'by no spreadsheet program',
      ],
      ['a name with a title that only its form has', titled(of(day), 'A3'), 'cell A3 shows another text'],
      ['a row that a filter hides', workbook(of(day), { filtered: [3] }), 'row 3 is hidden'],
    ])('is refused for %s', async (_, file, reason) => {
      await expect(rowsOf(file)).rejects.toThrow(reason)
    })

    it.each<[string, Uint8Array]>([
      ['cells of one row that are merged', workbook(of(day), { merged: ['C3:D3'] })],
      [
        'cells merged above the head',
        workbook([[text('Course of May'), null], [null, null], ...of(day)], { merged: ['A1:D2'] }),
      ],
      ['a formula that came to nothing', workbook(of({ formula: 'IF(A3="","",C2)', value: '' }))],
      [
        'a text that came to nothing in a form that hides texts',
        titled(of({ formula: 'IF(A3="","",C2)', value: '' }), 'C3'),
      ],
      ['a title in a form above the head', titled([[text('Course of May'), null], ...of(day)], 'A1')],
      [
        'a text in a form on another sheet',
        titles(
          edited(workbook(of(day), { hidden: [[text('Notes')]] }), '"A1"', '"A1" s="3"', 'xl/worksheets/sheet2.xml'),
        ),
      ],
      ['a rule with a formula behind its cells', edited(workbook(of(day)), '</sheetData>', rule)],
      ['a hidden column of the office itself', workbook(of(day), { hiddenColumn: 4 })],
      ['a hidden row that holds nothing', workbook([...of(day), [null, null, null, null]], { filtered: [4] })],
    ])('is read with %s', async (_, file) => {
      expect((await rowsOf(file)).flat()).toContain('Bo')
    })

    it('gives a box that is ticked no words of its own', async () => {
      const rows = [
        [text('Name'), text('Result')],
        [text('Ana'), { isTicked: true }],
      ]
      expect((await rowsOf(workbook(rows)))[1]?.[1]).toMatch(/^\uFFFC?TRUE$/)
    })
  })

  it('that unpacks to more than a table needs is refused before it is unpacked', async () => {
    const bomb = zipSync({ 'xl/workbook.xml': new Uint8Array(80 * 1024 * 1024) }, { level: 9 })
    expect(bomb.length).toBeLessThan(200_000)
    await expect(read(bomb)).rejects.toThrow('unpacks to more')
  })

  it('of more rows than are issued at once is refused before its columns are asked for', async () => {
    const rows = Array.from({ length: 10_002 }, () => [text('Ana')])
    await expect(read(workbook(rows))).rejects.toThrow('more than 10,000 rows')
  })

  it.each(['XFD1048576', 'XFD49999', 'A1048576', 'CW1048576', 'ZZ40000'])(
    'with a stray cell is refused before there is room for all between: %s',
    async (at) => {
      const stray = `<row r="${/\d+/.exec(at)?.[0]}"><c r="${at}" t="str"><v>x</v></c></row></sheetData>`
      const file = edited(workbook([[text('Name')], [text('Ana')]]), '</sheetData>', stray)
      await expect(read(file)).rejects.toThrow(`its cell ${at} stands far away`)
      const empty = edited(
        workbook([[text('Name')], [text('Ana')]]),
        '</sheetData>',
        stray.replace(/><v>.*<\/c>/, '/>'),
      )
      expect(await rowsOf(empty)).toEqual([['Name'], ['Ana']])
    },
  )

  it('with a stray cell whose place is written otherwise is refused, too', async () => {
    const other = '<row r="1048576"><c r="&#88;FD1048576" t="str"><v>x</v></c></row></sheetData>'
    const file = edited(workbook([[text('Name')], [text('Ana')]]), '</sheetData>', other)
    await expect(read(file)).rejects.toThrow('its cell XFD1048576 stands far away')
  })

  it('of 100,000 rows is refused in words', async () => {
    const rows = Array.from({ length: 100_000 }, () => [text('Ana')])
    await expect(read(workbook(rows))).rejects.toMatchObject({
      code: 'malformed',
      message: expect.stringContaining('more than 50000 rows'),
    })
  })

  it('that lies about what it unpacks to is refused', async () => {
    const bomb = zipSync({ 'xl/workbook.xml': new Uint8Array(80 * 1024 * 1024) }, { level: 9 })
    const size = Buffer.alloc(4)
    size.writeUInt32LE(80 * 1024 * 1024)
    const small = Buffer.from(bomb)
    for (let at = small.indexOf(size); at !== -1; at = small.indexOf(size)) small.writeUInt32LE(1000, at)
    await expect(read(small)).rejects.toMatchObject({ code: 'malformed' })
  })

  it('that is damaged, of the old kind, or too wide is refused in words', async () => {
    const whole = workbook([[text('Name')]])
    const wide = workbook([Array.from({ length: 26 }, () => text('x'))]).slice(0, -40)
    for (const file of [whole.slice(0, -30), wide]) await expect(read(file)).rejects.toThrow('damaged')
    await expect(read(Buffer.from('d0cf11e0a1b11ae1', 'hex'))).rejects.toThrow('old or protected')
  })
})
