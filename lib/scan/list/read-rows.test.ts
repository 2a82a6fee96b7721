import { describe, expect, it } from 'vitest'
import { readSerials } from '@/lib/scan/typed/read-serials'
import { readListRows } from './read-rows'
import { MOST_ROWS } from './serial-row'

const ORIGINS = ['https://verify.example.org'] as const
const [ONE, TWO, THREE] = ['7K3M-9QXT-2VBD-8RWN', '0000-0000-0000-001Z', '2222-2222-2222-222P']
const read = (text: string) => readListRows(text, ORIGINS).map(({ serial, expected }) => [serial, expected])

describe('reads', () => {
  it.each<[string, string, (string | null)[][]]>([
    [
      'a column',
      `${ONE}\n${TWO}\n`,
      [
        [ONE, null],
        [TWO, null],
      ],
    ],
    [
      'names with their mail addresses',
      `Candidate,Serial\n"""Müller, Ana"" <ana@example.org>",${ONE}\nBen Okafor (ben@example.org),${TWO}\neve@example.org,${ONE}`,
      [
        [ONE, 'Müller, Ana'],
        [TWO, 'Ben Okafor'],
        [ONE, 'eve@example.org'],
      ],
    ],
    [
      'names with their mail addresses, and no head',
      `Ana Li <ana@example.org>;${ONE}\nBen Wu <ben@example.org>;${TWO}`,
      [
        [ONE, 'Ana Li'],
        [TWO, 'Ben Wu'],
      ],
    ],
    [
      'several in one line',
      'NS/2024/0042, NS/2024/0043,\nNS/2024/0044',
      [
        ['NS/2024/0042', null],
        ['NS/2024/0043', null],
        ['NS/2024/0044', null],
      ],
    ],
    [
      'several of different patterns in one line',
      'AB12, AB13, AB14, 0010',
      ['AB12', 'AB13', 'AB14', '0010'].map((serial) => [serial, null]),
    ],
    [
      'lines that were written down by ear',
      '5QWY, K6QD, WQB2, GR16\n7k3m, 9qxt, 2vbd, 8rwn',
      [
        ['5QWY-K6QD-WQB2-GR16', null],
        ['7K3M-9QXT-2VBD-8RWN', null],
      ],
    ],
    ...['Nachname, Vorname', 'Last name / First name', 'Vorname, Name', 'apellidos, nombre'].map(
      (head): [string, string, string[][]] => [
        `names below ${head}, and of no other column`,
        `Trainer;${head};Serial\nEve Adams;Müller, Ana;${ONE}\nCy Wu;Okafor, Ben;${TWO}`,
        [
          [ONE, 'Müller, Ana'],
          [TWO, 'Okafor, Ben'],
        ],
      ],
    ),
    ['one row with numbers of its person beside a serial of ours', `${ONE}, C01X00T47, 12345678`, [[ONE, null]]],
    ['one row with days', 'NS/2024/0042;2024-05-01;2026-05-01', [['NS/2024/0042', null]]],
    ['one row with a number of another kind', 'NS/2024/0042, X1234567', [['NS/2024/0042', null]]],
    [
      'a table with heads',
      `Full name;Serial\nAna Müller;${ONE}\nBen Okafor;${TWO}`,
      [
        [ONE, 'Ana Müller'],
        [TWO, 'Ben Okafor'],
      ],
    ],
    ...[', ', ';', '\t'].map((bar): [string, string, string[][]] => [
      `rows parted by ${JSON.stringify(bar)} whose last cell holds other marks and numbers`,
      `${ONE}${bar}Ana Müller${bar}A1234|B1234|C1234\n${TWO}${bar}Bo Li${bar}A1234|B1234`,
      [
        [ONE, 'Ana Müller'],
        [TWO, 'Bo Li'],
      ],
    ]),
    [
      'a list whose last cells hold commas and numbers',
      `Nummer;Name;Kurse\nNS/2024/0042;Ana Müller;Modul 1, Modul 2, Modul 3\n${TWO};Bo Li;Modul 1`,
      [
        ['NS/2024/0042', 'Ana Müller'],
        [TWO, 'Bo Li'],
      ],
    ],
    ['words beside what they name', `Serial number\t${ONE}\nName\tAna\nCourse\tWelding`, [[ONE, null]]],
    [
      'a head over the first column alone',
      'Serial\n20240042,Ana Müller\n20240043,Bo Li',
      [
        ['20240042', 'Ana Müller'],
        ['20240043', 'Bo Li'],
      ],
    ],
    [
      'a first row without a serial',
      `\tAna Müller\n${ONE}\tBo Li\n${TWO}\tCy Wu`,
      [
        [null, 'Ana Müller'],
        [ONE, 'Bo Li'],
        [TWO, 'Cy Wu'],
      ],
    ],
    ...['\n', 'Attendees, in May\n', 'Attendees May\n\nNorthshore\n'].flatMap((above): [string, string, string[][]][] =>
      ['\t', ';', ' | '].map((bar) => [
        `a table parted by ${JSON.stringify(bar)} below ${JSON.stringify(above)}`,
        `${above}Serial${bar}Name\n${ONE}${bar}Ana Müller\nNS/2024/0042${bar}Bo`,
        [
          [ONE, 'Ana Müller'],
          ['NS/2024/0042', 'Bo'],
        ],
      ]),
    ),
    [
      'a pasted table without heads',
      `${ONE}\tAna Müller\n${TWO}\tBen Okafor`,
      [
        [ONE, 'Ana Müller'],
        [TWO, 'Ben Okafor'],
      ],
    ],
    [
      'rows without heads that hold the serial and its link',
      `${ONE}\tAna Müller\thttps://verify.example.org/verify/${ONE}\n${TWO}\tBen Okafor\thttps://verify.example.org/verify/${TWO}`,
      [
        [ONE, 'Ana Müller'],
        [TWO, 'Ben Okafor'],
      ],
    ],
    ['a name and a first name', `Name;Vorname;Seriennummer\nMüller;Ana;${ONE}\n`, [[ONE, 'Ana Müller']]],
    [
      'a name and a surname',
      `Name,Surname,Serial\nAna,Müller,${ONE}\n,Li,${TWO}`,
      [
        [ONE, 'Ana Müller'],
        [TWO, 'Li'],
      ],
    ],
    ['given and family names', `Surname,First name,Serial number\nMüller,Ana,${ONE}\n`, [[ONE, 'Ana Müller']]],
    [
      'names in the reader’s language',
      `姓名,序列号\n王小明,${ONE}\n李华,${TWO}`,
      [
        [ONE, '王小明'],
        [TWO, '李华'],
      ],
    ],
    [
      'links in place of serials',
      `Name,Link\nAna Müller,https://verify.example.org/verify/${ONE}\nBen Okafor,https://verify.example.org/verify/${TWO}`,
      [
        [ONE, 'Ana Müller'],
        [TWO, 'Ben Okafor'],
      ],
    ],
    [
      'an issuer’s own numbers beside dates',
      `Name,Born,Serial\nAna Müller,01.02.1990,NS/2024/0042`,
      [['NS/2024/0042', 'Ana Müller']],
    ],
    ['quoted cells', `"Name","Serial"\n"Müller, Ana","${ONE}"`, [[ONE, 'Müller, Ana']]],
    [
      'a name twice with one serial, as two rows',
      `Name;Serial\nAna Müller;${ONE}\nBen Okafor;${ONE.toLowerCase()}`,
      [
        [ONE, 'Ana Müller'],
        [ONE, 'Ben Okafor'],
      ],
    ],
    [
      'a mail',
      `Dear all,\nplease see https://verify.example.org/verify/${ONE} and Serial: ${TWO}.\nAna`,
      [
        [ONE, null],
        [TWO, null],
      ],
    ],
  ])('%s', (_name, text, rows) => expect(read(text)).toEqual(rows))

  it.each<[string, string, (string | null)[][]]>([
    [
      'a name behind the serial',
      `${ONE} Ann Lee\n${TWO} Bo de la Cruz`,
      [
        [ONE, 'Ann Lee', null],
        [TWO, 'Bo de la Cruz', null],
      ],
    ],
    [
      'a name before it',
      `Ann Lee ${ONE}\nAna Müller: ${TWO}`,
      [
        [ONE, 'Ann Lee', null],
        [TWO, 'Ana Müller', null],
      ],
    ],
    [
      'a name in brackets',
      `${ONE} (Ann Lee)\n${TWO} (王小明)`,
      [
        [ONE, 'Ann Lee', null],
        [TWO, '王小明', null],
      ],
    ],
    [
      'a numbered list',
      `1. Ann Lee ${ONE}\n2. Bo Li - ${TWO}`,
      [
        [ONE, 'Ann Lee', null],
        [TWO, 'Bo Li', null],
      ],
    ],
    [
      'a number with a label',
      `No. 12: ${ONE}\nNo. 13: ${TWO}`,
      [
        [ONE, null, null],
        [TWO, null, null],
      ],
    ],
    [
      'a number that is no name',
      `Applicant 3 ${ONE}\nApplicant 4 ${TWO}`,
      [
        [ONE, null, 'Applicant 3'],
        [TWO, null, 'Applicant 4'],
      ],
    ],
    ['one line with a number of another kind', 'AB12, 2024', [['AB12', null, '2024']]],
    ['one line of words', `please look at ${ONE} of Ann`, [[ONE, null, 'please look at … of Ann']]],
    [
      'the same words in each row',
      [ONE, TWO, THREE].map((one) => `Basic Safety ${one}`).join('\n'),
      [ONE, TWO, THREE].map((one) => [one, null, 'Basic Safety']),
    ],
    [
      'a cell of a table',
      `Name,Serial\nAnn,No. 12: ${ONE}\nBo,Applicant 3 ${TWO}`,
      [
        [ONE, 'Ann', null],
        [TWO, 'Bo', 'Applicant 3'],
      ],
    ],
    [
      'a family name before a comma',
      `Lee, Ann ${ONE}\nvon der Heide, Bo Anna ${TWO}`,
      [
        [ONE, 'Lee, Ann', null],
        [TWO, 'von der Heide, Bo Anna', null],
      ],
    ],
    [
      'a family name behind the serial',
      `${ONE} Lee, Ann\n${TWO} - Li, Bo`,
      [
        [ONE, 'Lee, Ann', null],
        [TWO, 'Li, Bo', null],
      ],
    ],
    [
      'a name of one word, and a town beside the serial',
      `李明, 上海 ${ONE}\n王芳, 北京 ${TWO}`,
      [
        [ONE, '李明', '上海'],
        [TWO, '王芳', '北京'],
      ],
    ],
    [
      'a whole name, and a course beside the serial',
      `Ann Lee, Welding ${ONE}\nBo Li, Welding ${TWO}`,
      [
        [ONE, 'Ann Lee', 'Welding'],
        [TWO, 'Bo Li', 'Welding'],
      ],
    ],
    [
      'a word beside the serial in a table whose head says what each cell is',
      `Name,Serial\nSukarno,${ONE} Passed\nSuharto,${TWO} Failed`,
      [
        [ONE, 'Sukarno', 'Passed'],
        [TWO, 'Suharto', 'Failed'],
      ],
    ],
    [
      'a whole name beside the serial in such a table',
      `City;Serial\nBerlin;Ann Lee ${ONE}\nParis;Bo Li ${TWO}`,
      [
        [ONE, 'Ann Lee', null],
        [TWO, 'Bo Li', null],
      ],
    ],
    [
      'a whole name, and the same town before it in most rows',
      `Paris, Ann Lee ${ONE}\nParis, Bo Li ${TWO}\nParis, Cy Wu ${THREE}`,
      [
        [ONE, 'Ann Lee', null],
        [TWO, 'Bo Li', null],
        [THREE, 'Cy Wu', null],
      ],
    ],
    ...['Welding, Ben Wu', 'First aid, Ben Wu', 'Müller, Anna Maria'].map(
      (words): [string, string, (string | null)[][]] => [
        `what may be a course and a name as well as a name, ${words}`,
        `${words} ${ONE}`,
        [[ONE, null, words.split(', ')[1] ?? '']],
      ],
    ),
    [
      'courses and names, or names',
      `Welding, Ben Wu ${ONE}\nPlumbing, Ann Lee ${TWO}`,
      [
        [ONE, null, 'Ben Wu'],
        [TWO, null, 'Ann Lee'],
      ],
    ],
    ['a family name before a comma, once', `Lee, Ann ${ONE}`, [[ONE, 'Lee, Ann', null]]],
    [
      'the same course before each name',
      `First aid, Ben Wu ${ONE}\nFirst aid, Ann Lee ${TWO}`,
      [
        [ONE, 'Ben Wu', null],
        [TWO, 'Ann Lee', null],
      ],
    ],
    [
      'a name of one word, and the same word beside each serial',
      `Sukarno, ${ONE} Passed\nSuharto, ${TWO} Passed`,
      [
        [ONE, 'Sukarno', 'Passed'],
        [TWO, 'Suharto', 'Passed'],
      ],
    ],
    [
      'a serial with a wrong character',
      `Ann Lee ${ONE.slice(0, -1)}M\nBo Li ${TWO}`,
      [
        [`${ONE.slice(0, -1)}M`, 'Ann Lee', null],
        [TWO, 'Bo Li', null],
      ],
    ],
  ])('words beside a serial: %s', (_name, text, rows) => {
    expect(readListRows(text, ORIGINS).map(({ serial, expected, typed }) => [serial, expected, typed])).toEqual(rows)
  })

  it('a row without a serial as one that needs a look, with what is written there: nobody is missed', () => {
    expect(readListRows(`Name;Serial\nAna Müller;${ONE}\nBen Okafor;\nEve Adams;n/a`, ORIGINS)).toEqual([
      { serial: ONE, expected: 'Ana Müller', typed: null },
      { serial: null, expected: 'Ben Okafor', typed: null },
      { serial: null, expected: 'Eve Adams', typed: 'n/a' },
    ])
    expect(readListRows(`${ONE}\nto follow\n${TWO}`, ORIGINS)).toEqual([
      { serial: ONE, expected: null, typed: null },
      { serial: null, expected: null, typed: 'to follow' },
      { serial: TWO, expected: null, typed: null },
    ])
    const typed = 'pending 12.03. HR'
    expect(readListRows(`Course;Serial;Note\nA;${ONE};\n;;${typed}`, ORIGINS)[1]?.typed).toBe(typed)
  })

  it.each([
    ['of the same pattern', ['A/2026-0001-2345-6785', 'A/2026-0001-2345-6786']],
    ['of another pattern', ['A/2026-0001-2345-6786', 'BQ-17']],
    ['alone', ['A/2026-0001-2345-6786']],
    ['twice', ['A/2026-0001-2345-6786', 'A/2026-0001-2345-6786']],
    ['beside one serial of ours', ['A/2026-0001-2345-6786', ONE]],
    ['with small letters', ['acme/2026-0001-2345-6786', 'acme/2026-0001-2345-6785']],
    ['with a character behind', ['2026-0001-2345-6786.01', '2026-0001-2345-6786.02']],
    ['as names of files', [`certificate-${ONE}.pdf`, `certificate-${TWO}.pdf`]],
    ['with points', [ONE.replaceAll('-', '.'), 'ACME.2026.0001.0009']],
  ])('a column of numbers in which a serial of ours could stand, whole: %s', (_, cells) => {
    const names = ['Ana Li', 'Ben Wu']
    const rows = cells.map((cell, at) => `${names[at] ?? ''};${cell}`)
    expect(read(`Name;Serial\n${rows.join('\n')}`)).toEqual(cells.map((serial, at) => [serial, names[at]]))
    expect(read(rows.join('\n'))).toEqual(cells.map((serial, at) => [serial, names[at]]))
    expect(read(cells.join('\n')).map(([serial]) => serial)).toEqual(cells)
    expect(read(cells.map((cell) => `> ${cell}`).join('\n')).map(([serial]) => serial)).toEqual(cells)
  })

  it.each(['A/2026-0001-2345-6786', 'C01X00T47', '4111.1111.1111.1111', 'X-2026-0001-2345-6786'])(
    'sends no number that stands beside a serial of ours, and shows it: %s',
    (number) => {
      for (const line of [`${ONE}, ${number}`, `${number}, ${ONE}`])
        expect(readListRows(line, ORIGINS)).toEqual([{ serial: ONE, expected: null, typed: number }])
      const rows = readListRows(`${number};${ONE}\n${number};${TWO}`, ORIGINS)
      expect(rows.map(({ serial }) => serial)).toEqual([ONE, TWO])
    },
  )

  it.each([
    '[28/11/2026, 07:10:00] Ana:',
    '[28.11.26, 07:10] Ana:',
    '(2026-11-28, 07:10) Ana:',
    '[11/28/26, 7:10:00 AM] Ana:',
  ])('the days of a chat as no serials: %s', (before) => {
    const rows = [ONE, TWO].map((serial) => `${before} Ana Li ${serial}`)
    expect(read(rows.join('\n')).map(([serial]) => serial)).toEqual([ONE, TWO])
    expect(read(rows[0] ?? '').map(([serial]) => serial)).toEqual([ONE])
  })

  it.each([
    ['>> Jürgen Müller - ', '6PFG - TNHJ - SJA4 - AV2V'],
    ['Pete - ', 'P07Y - PFP2 - 1V46 - 8ATW'],
    ['Jane – ', 'VP2P – S4M5 – DHK4 – W174'],
    ['Jane ', 'P8P0-DTVD-GJ5H-3V69'],
  ])('no end of a name as the beginning of a serial: %s%s', (before, serial) => {
    expect(read(`${before}${serial}`).map(([found]) => found)).toEqual([serial.replace(/ [-–] /g, '-')])
  })

  it.each([
    ['dashes with spaces', ONE.replaceAll('-', ' – ')],
    ['joiners', ONE.replace(/(.{3})/g, '$1\u200D')],
    ['other digits', '٧K٣M-٩QXT-٢VBD-٨RWN'],
    ['wide letters', '７Ｋ３Ｍ－９ＱＸＴ－２ＶＢＤ－８ＲＷＮ'],
    ['a line of its cell that ends', '7K3M-9QXT-\v2VBD-8RWN'],
    ['what a browser copies for a dash at the end of a line', '7K3M-9QXT\uFFFE2VBD-8RWN'],
  ])('the serial and no passport beside it, written with %s', (_, written) => {
    for (const line of [`Ana Li;C01X00T47;${written}`, `C01X00T47;Ana Li;${written}`, `C01X00T47;${written}`]) {
      expect(read(line).map(([serial]) => serial)).toEqual([ONE])
      const rows = read(`${line}\n${line.replace(written, TWO)}`)
      expect(rows.map(([serial]) => serial)).toEqual([ONE, TWO])
    }
  })

  it.each([
    ['a label between both', `Ben Okafor Serial: ${ONE}`, 'Ben Okafor'],
    ['a label in another language', `Ana Müller, Seriennummer: ${ONE}`, 'Ana Müller'],
    ['a number sign', `Ana Müller No. ${ONE}`, 'Ana Müller'],
    ['a line of prose', `Dear all, please check ${ONE} of Ana, thanks.`, null],
  ])('of a line the name alone: %s', (_, line, name) =>
    expect(readListRows(line, ORIGINS).map(({ serial, expected }) => [serial, expected])).toEqual([[ONE, name]]),
  )

  it('below the head called so where another says the same', () => {
    const id = '0b7e2a58-1111-4222-8333-444455556666'
    expect(read(`name\tcertificate_id\tserial\nAna Li\t${id}\t${ONE}`)).toEqual([[ONE, 'Ana Li']])
  })

  it('no label in the place of a name', () => {
    const rows = read(`Name\tLi Wei\nSerial number\t${ONE.replaceAll('-', '.')}`)
    expect(rows.at(-1)).toEqual([ONE.replaceAll('-', '.'), null])
  })

  it.each(['Ana NS/2024/0042', 'NS/2024/0042 Ana', 'Anne-Marie NS/2024/0042'])('no name with a number: %s', (line) => {
    expect(read(`${line}\n${line}`).map(([serial]) => serial)).toEqual(['NS/2024/0042', 'NS/2024/0042'])
  })

  it('both serials of one cell', () => {
    expect(read(`Name;Serial\nAna Müller;${ONE} ${TWO}`)).toEqual([
      [ONE, 'Ana Müller'],
      [TWO, 'Ana Müller'],
    ])
  })

  it.each(['|---|---|', '| :--- | ---: |', '+----+----+', '---'])('no rule of a table as a row: %s', (rule) => {
    const text = `| Name | Serial |\n${rule}\n| Ana Li | ${ONE} |\n${rule}\n| Ben Wu | ${TWO} |`
    expect(read(text)).toEqual([
      [ONE, 'Ana Li'],
      [TWO, 'Ben Wu'],
    ])
    expect(readSerials(text, ORIGINS)).toEqual([ONE, TWO])
  })

  it('no course as a name', () => {
    const rows = [ONE, TWO, THREE].map((serial) => `${serial};Basic Safety`).join('\n')
    expect(read(rows).map(([, name]) => name)).toEqual([null, null, null])
  })

  it.each([
    ['names', 'Ana Müller\nBen Okafor'],
    ['names and a serial', `Ana Müller\n${ONE}\nBen Okafor\nEve Adams`],
    ['a name beside a word', 'Ana Müller;pending\nBen Okafor;pending'],
  ])('no name as a serial, since serials are sent: %s', (_name, text) => {
    const serials = readListRows(text, ORIGINS).flatMap(({ serial }) => serial ?? [])
    expect(serials.filter((serial) => serial !== ONE)).toEqual([])
  })

  it.each([
    ['links', (n: number) => `https://verify.example.org/verify/NS-2024-${n}`],
    ['a long text', (n: number) => `Hello, here is the next one. Serial: NS-2024-${n}\nYours truly`],
  ])('all of five thousand: %s', (_name, line) => {
    const text = Array.from({ length: MOST_ROWS }, (_, n) => line(10_000 + n)).join('\n')
    expect(new Set(readListRows(text, ORIGINS).map(({ serial }) => serial)).size).toBe(MOST_ROWS)
  })

  it('one more row than is taken, and no further', () => {
    const rows = Array.from({ length: MOST_ROWS + 500 }, (_, n) => `NS/2024/${n + 1000};Person ${'abc'[n % 3]} X`)
    expect(readListRows(rows.join('\n'), ORIGINS)).toHaveLength(MOST_ROWS + 1)
  })

  it('shows no link of ours as words beside the serial in it', () => {
    const link = `${ORIGINS[0]}/verify/${ONE}`
    const rewritten = `https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(link)}&data=05`
    const other = `https://mail.test/?to=${encodeURIComponent(link)}`
    const typed = (cell: string) =>
      readListRows(`name,link\nAna Li,${cell}`, ORIGINS).map((row) => [row.serial, row.typed !== null])
    for (const cell of [link, `${link}?lang=de`, rewritten]) expect(typed(cell), cell).toEqual([[ONE, false]])
    expect(typed(other)).toEqual([[ONE, true]])
  })
})
