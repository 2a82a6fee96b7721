import fc from 'fast-check'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashFile } from '@/lib/service/files/hash-file'
import { readIssueFile } from './read-issue-file'

const HEADER = 'full_name,event_title,achievement'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'issue-file-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function read(content: string | Buffer): Promise<[number, ...string[]][]> {
  const path = join(folder, 'rows.csv')
  await writeFile(path, content)
  const { sha256 } = await hashFile(path)
  const records: [number, ...string[]][] = []
  for await (const { line, cells } of readIssueFile(path, sha256)) records.push([line, ...cells])
  return records
}

describe('readIssueFile', () => {
  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('names the line on which a record begins, with %s', async (_name, end) => {
    const text = [HEADER, `"Ana${end}${end}Lu",t,a`, '', 'Bo,t,a', ',,', '  ', 'Cy,t', ''].join(end)
    const expected = [
      [2, `Ana${end}${end}Lu`, 't', 'a'],
      [6, 'Bo', 't', 'a'],
      [9, 'Cy', 't'],
    ]
    expect(await read(text)).toEqual(expected)
    expect(await read(`\uFEFF${text}`)).toEqual(expected)
  })

  it('leaves the header out where it stands again', async () => {
    expect(await read(`${HEADER}\nAna,t,a\nFull Name,Event-title,achievement \nBo,t,a`)).toEqual([
      [2, 'Ana', 't', 'a'],
      [4, 'Bo', 't', 'a'],
    ])
  })

  it('reads mixed line ends and a last line without one', async () => {
    expect(await read(`${HEADER}\r\n"A\r\nB",t,a\nC,t,a\r\n\nD,t,"x ""y"""`)).toEqual([
      [2, 'A\r\nB', 't', 'a'],
      [4, 'C', 't', 'a'],
      [6, 'D', 't', 'x "y"'],
    ])
  })

  it.each([
    ['commas', ','],
    ['semicolons', ';'],
    ['tabs', '\t'],
  ])('reads cells parted by %s, the others inside of them', async (_name, mark) => {
    const rows = [
      ['Full Name', ' event-title ', '"ACHIEVEMENT"', 'Registration  number'],
      ['"Öz, Bo; ""x"""', '"Knots\tand, more; ropes"', 'Passed', '7'],
      ['Ana', '', '', ''],
    ]
    expect(await read(`\uFEFF\r\n${rows.map((row) => row.join(mark)).join('\r\n')}\r\n`)).toEqual([
      [3, 'Öz, Bo; "x"', 'Knots\tand, more; ropes', 'Passed', '7'],
      [4, 'Ana', '', '', ''],
    ])
  })

  it('goes by the names of the columns, not by what stands most often in the header', async () => {
    expect(await read('"full_name",achievement,event_title\nA;B;C;D,a,t\n')).toEqual([[2, 'A;B;C;D', 'a', 't']])
    await expect(read('full_name;achievement;event_title,place,room,day\n')).rejects.toThrow(
      /^Line 1: column event_title is missing; column "event_title,place,room,day" is not known/,
    )
  })

  it('gives back any cells, with their lines, in bytes cut anywhere', async () => {
    const cell = fc.string({ unit: 'grapheme' }).filter((text) => text.trim() !== '' && !text.includes('\uFFFD'))
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell, cell), { maxLength: 8 }), async (rows) => {
        const text = [HEADER, ...rows.map((row) => row.map(quoted).join(','))].join('\n')
        expect((await read(text)).map(([, ...cells]) => cells)).toEqual(rows)
      }),
      { numRuns: 60 },
    )
  })

  it.each([
    ['an empty file', '', 'The file is empty: its first line must name the columns.'],
    ['an empty line alone', '\n\n', 'The file is empty: its first line must name the columns.'],
    ['a missing column', 'full_name,event_title\n', 'Line 1: column achievement is missing.'],
    [
      'names that are no columns, all at once',
      'Nombre;Título;full name;Nombre\n',
      'Line 1: column event_title is missing; column achievement is missing; columns "Nombre", "Título" are not known; ' +
        'the columns are full_name, registration_number, event_title, achievement, event_date, issued_at, expires_at, ' +
        'serial, email, language.',
    ],
    [
      'a workbook',
      Buffer.from('PK\x03\x04\x14\0\x06\0\b\0\0\0!\0\xA4\xF9xl/worksheets/sheet1.xml', 'latin1'),
      'The file is a spreadsheet. Save it there as CSV UTF-8, and send that file.',
    ],
    [
      'a workbook of old',
      Buffer.from('\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1'.padEnd(512, '\0') + '\x09\x08\x10\0', 'latin1'),
      'The file is a spreadsheet. Save it there as CSV UTF-8, and send that file.',
    ],
    [
      'a PDF',
      '%PDF-1.7\n',
      'The file is a PDF. Save the table that it was made from as CSV UTF-8, and send that file.',
    ],
    [
      'a picture',
      Buffer.from('\xFF\xD8\xFF\xE0', 'latin1'),
      'The file is a picture. Save the table as CSV UTF-8, and send that file.',
    ],
    ['an open quote', `${HEADER}\nA,t,a\n"B,t,a\nC,t,a\n`, 'Line 3: a quote is opened and never closed.'],
    [
      'text after a quote',
      `${HEADER}\n"A\r\nA",t,a\n"B"b,t,a\n`,
      'Line 4: text follows a closing quote; a quote inside a quoted cell is written twice.',
    ],
    [
      'a quote within',
      `${HEADER}\nA,5" pipe,a\n`,
      'Line 2: a quote stands inside a cell that is not quoted; quote the cell and write it twice.',
    ],
    [
      'Latin-1',
      Buffer.from(`${HEADER}\nAna-Luc\u00eda,t,a\n`, 'latin1'),
      'The file is not UTF-8. Save it as CSV UTF-8 and try again.',
    ],
    [
      'UTF-16',
      Buffer.from(`\uFEFF${HEADER}\n`, 'utf16le'),
      'The file is not UTF-8. Save it as CSV UTF-8 and try again.',
    ],
    [
      'UTF-16 without a mark',
      Buffer.from(`${HEADER}\nA,t,a\n`, 'utf16le'),
      'The file is not UTF-8. Save it as CSV UTF-8 and try again.',
    ],
    [
      'a cut character',
      Buffer.from(`${HEADER}\nA,t,é`).subarray(0, -1),
      'The file is not UTF-8. Save it as CSV UTF-8 and try again.',
    ],
    [
      'an endless row',
      `${HEADER}\n"${'x'.repeat(3 * 1024 * 1024)}`,
      'Line 2: the row is longer than 2 MB; perhaps a quote is never closed.',
    ],
  ])('refuses %s', async (_what, content, sentence) => {
    await expect(read(content)).rejects.toMatchObject({ code: 'malformed', message: sentence })
  })

  it('reads a cell of 1 MB, for its row to be refused by name', async () => {
    const [record] = await read(`${HEADER}\n${'x'.repeat(1024 * 1024)},t,a\n`)
    expect(record?.[1]).toHaveLength(1024 * 1024)
  })

  it('refuses a file that changed between its two readings', async () => {
    const path = join(folder, 'changed.csv')
    await writeFile(path, `${HEADER}\nA,t,a\n`)
    const { sha256 } = await hashFile(path)
    await writeFile(path, `${HEADER}\nB,t,a\n`)
    const reading = readIssueFile(path, sha256)
    await reading.next()
    await expect(reading.next()).rejects.toThrow(/changed while it was read/)
  })

  it('refuses what is no file', async () => {
    await expect(hashFile(join(folder, 'none.csv'))).rejects.toThrow(/^There is no file /)
    await expect(hashFile(folder)).rejects.toThrow(/ is not a file\.$/)
  })
})
