import { describe, expect, it } from 'vitest'
import { ofAnswers } from './answered-lists'
import { columnsAnswered, columnsToAsk } from './columns-to-ask'
import { readListRows } from './read-rows'

const ORIGINS = ['https://verify.example.org'] as const
const [ONE, TWO] = ['7K3M-9QXT-2VBD-8RWN', '0000-0000-0000-001Z']
const asked = (text: string) => columnsToAsk(text, ORIGINS)
const columns = (text: string) => asked(text)?.map(({ column }) => column) ?? null
const chosen = (text: string, ...at: number[]) => readListRows(text, ORIGINS, at)
const serials = (text: string, ...at: number[]) => chosen(text, ...at).flatMap(({ serial }) => serial ?? [])

/** The first column may be the numbers of passports. */
const PASSPORTS = `P1234567,${ONE}\nP2345678,\nP3456789,\nP4567890,`

describe('asks which column counts', () => {
  it.each<[string, string, number[]]>([
    ['a second one that is nearly empty holds a serial of ours', PASSPORTS, [0, 1]],
    ['that one stands first', `${ONE},P1234567\n,P2345678\n,P3456789\n,P4567890`, [0, 1]],
    ['names stand between both', `P1234567;Ana Li;${ONE}\nP2345678;Ben Wu;\nP3456789;Cy Ek;`, [0, 2]],
    ['the serial stands among words', `P1234567\tsee ${ONE} of Ana\nP2345678\t\nP3456789\t`, [0, 1]],
    ['it is written with points', PASSPORTS.replace(ONE, ONE.replaceAll('-', '.')), [0, 1]],
    ['it is a link of ours', PASSPORTS.replace(ONE, `${ORIGINS[0]}/verify/${ONE}`), [0, 1]],
    ['each row has two numbers of others', 'P1234567,NS/2024/0042\nP2345678,NS/2024/0043', [0, 1]],
    ['one row has two numbers of others', 'P1234567, NS/2024/0042', [0, 1]],
    ['heads say something else', `Code,Name,Ours\nP1234567,Ana Li,${ONE}\nP2345678,Ben Wu,\nP3456789,Cy Ek,`, [0, 2]],
    ['one line has numbers of two kinds', 'P1234567, NS/2024/0042, NS/2024/0043', [0, 1]],
    ['only their letters tell them apart', 'P1234567; N7654321; N1112223', [0, 1]],
    ['spaces stand between them', 'P1234567 NS/2024/0042 NS/2024/0043', [0, 1]],
    ['spaces stand between two', 'NS/2024/0042 P1234567', [0, 1]],
    ['the number of a passport stands above a serial of ours', `P1234567\n${ONE}`, [0, 1]],
    ['it stands far above', `${'P1234567\n'.repeat(400)}${ONE}`, [0, 1]],
    ['names stand between them', `Ana Li\nP1234567\n${ONE}\nBen Wu\nN7654321\n${TWO}`, [0, 1, 2]],
    ['names stand beside them', `Ana Li;P1234567\nBen Wu;${ONE}`, [0, 1]],
    ['two of them stand in one cell', `${ONE}\n${TWO}\nP1234567; N7654321`, [0, 1]],
    ...[
      ...[
        '123456789',
        '123-45-6789',
        '12.345.678-9',
        '12.345.678',
        '1234567',
        '(12345678)',
        '0170/1234567',
        '12345678/901',
      ],
      ...['AB123456', '2026112845', '1990-13-01-1234', '123 456 789', '12 34 56 78', '12.345.678 9'],
      // With as many characters as a serial of ours.
      ...['Passport P1234567', 'Employee 12345678', 'Telephone 1234567', 'Mitarbeiter 12345'],
    ].map((number): [string, string, number[]] => [`${number} stands among them`, `${ONE}\n${number}\n${TWO}`, [0, 1]]),
    ['they stand in one cell of another column', `Ana Li|${ONE}\nBen Wu|${TWO}\nCy Ek|P1234567;N7654321`, [0, 1]],
    ['it is JSON', `[["P1234567","${ONE}"],["P2345678",""],["P3456789",""]]`, [0, 1]],
    ['the serial stands far below', `${'P1234567,\n'.repeat(400)}P2345678,${ONE}\n${'P1234567,\n'.repeat(40)}`, [0, 1]],
  ])('where %s', (_, text, found) => expect(columns(text)).toEqual(found))

  it.each([
    ['a head says it', `Passport,Serial\nP1234567,${ONE}\nP2345678,\nP3456789,`],
    ['a head says that one is of passports', `Passport,Code\nP1234567,${ONE}\nP2345678,\nP3456789,`],
    ['there is one column', 'NS/2024/0042\nP1234567\nA-17'],
    ['a head says that serials stand in it', `Serial\nNS/2024/0042\n${ONE}`],
    [
      'all in it are ours, mistyped or linked',
      `${ONE}\n${ONE.replace('8', '9')}\nSerial ABCD EFGH JKMN PQ9S\n7K3M-9QXT\n${ORIGINS[0]}/verify/NS-1\nto follow`,
    ],
    ...[
      ...[
        '28/11/2026',
        '2026-11-28',
        '28.11.2026',
        '28.11.26',
        '20261128',
        '11/28/2026',
        '(28/11/2026)',
        '[28/11/2026',
      ],
      ...[
        '1.200,50',
        '1 200 000.50',
        '1,200,000.50',
        '1200000.5',
        '17',
        '1',
        '12:30',
        '10:30:15',
        '85',
        '100000',
        '2026',
      ],
    ].map((other) => [`${other} stands among serials of ours`, `${ONE}\n${other}\n${TWO}`]),
    ['names and days stand beside it', 'NS/2024/0042;Ana Li;2024-06-30\nNS/2024/0043;Ben Wu;2024-06-30'],
    ['serials of ours stand in most rows', `P1234567,${ONE}\nP2345678,${TWO}\nP3456789,`],
    ['two columns hold serials of ours', `${ONE},${TWO}\n${TWO},${ONE}`],
    ['the number has a link of ours beside it', `NS-2024-1,${ORIGINS[0]}/verify/NS-2024-1\nNS-2024-2,`],
    ['it is a list in one line', 'NS/2024/0042, NS/2024/0043'],
    ['it is a text', `Dear Ben,\nplease look, at ${ONE}, and\nthank you, Ana`],
    ['it is empty', ''],
  ])('not where %s', (_, text) => expect(asked(text)).toBeNull())

  it('by what stands in each, as far as it can be shown', () =>
    expect(asked(`P1234567,${ONE}\nP2345678,\n,\nP3456789,\nP4567890${'0'.repeat(60)},`)).toEqual([
      { column: 0, cells: 'P1234567 · P2345678 · P3456789' },
      { column: 1, cells: ONE },
    ]))

  it('and takes no other answer', () => {
    const two = asked(PASSPORTS) ?? []
    expect(['0', '1', 'all'].map((answer) => columnsAnswered(two, answer))).toEqual([[0], [1], [0, 1]])
    for (const answer of [undefined, '', '2', '1 ', '-1', '__proto__']) expect(columnsAnswered(two, answer)).toBeNull()
  })
})

it('sends no number below the head of those of people', () => {
  const all = (text: string) => readListRows(text, ORIGINS).map(({ serial, expected }) => [serial, expected])
  const below = (head: string) => all(`${head};Name;Code\nP1234567;Ana Li;${ONE}\nP2345678;Ben Wu;\nP3456789;Cy Ek;`)
  for (const head of [
    'Passport no.',
    'Número de pasaporte',
    'Reisepass-Nr.',
    'رقم جواز السفر',
    '护照号码',
    'Employee ID',
  ])
    expect(below(head), head).toEqual([
      [ONE, 'Ana Li'],
      [null, 'Ben Wu'],
      [null, 'Cy Ek'],
    ])
  expect(all(`Name,Passport\nAna Li,P1234567\nBen Wu,${ONE}`)).toEqual([
    [null, 'Ana Li'],
    [ONE, 'Ben Wu'],
  ])
  expect(all('Telefon;Code\n0170 1234567;NS-2024-1\n0171 7654321;NS-2024-2').map(([serial]) => serial)).toEqual([
    'NS-2024-1',
    'NS-2024-2',
  ])
  expect(all('Student certificate\nNS-2024-1').at(-1)).toEqual(['NS-2024-1', null])
  expect(all('Passport\nP1234567\nP2345678')).toEqual([])
  expect(all('Our students\nNS-2024-1\nNS-2024-2').map(([serial]) => serial)).toEqual([null, 'NS-2024-1', 'NS-2024-2'])
  const left = (text: string) => ofAnswers({ texts: [text], answers: [] }, ORIGINS)
  const passports = `Passport,Code\nP1234567,${ONE}\nP2345678,\nP3456789,`
  expect(left(passports)).toEqual({ serials: [ONE], asked: null })
  expect(left('Passport\nP1234567\nP2345678')).toEqual({ serials: [], asked: null })
  expect(left(`Passport,Serial\nP1234567,${ONE}\nP2345678,to follow`)).toEqual({
    serials: [ONE, 'to follow'],
    asked: null,
  })
})

describe('where nothing but digits could be serials', () => {
  it.each([
    '123456789\n987654321\n555666777',
    'Ana Li,123456789012345\nBo Wu,987654321098765',
    '20260001\n20260002',
    '123456789, 987654321, 555666777',
    '123-45-6789\n987-65-4321',
    '0170 1234567\n0171 7654321',
    '１２３４５６７８９\n９８７６５４３２１',
    '٠١٢٣٤٥٦٧٨٩\n٩٨٧٦٥٤٣٢١',
    '123456789;987654321\n234567890;876543210',
    '"123456789"\n"987654321"',
    '- 123456789\n- 987654321',
    // Of which the beginning that is looked at first ends within a number.
    Array.from({ length: 400 }, (_, at) => String(1_000_000 + at)).join('\r\n'),
    Array.from({ length: 400 }, (_, at) => String(1_000_000 + at)).join(', '),
    Array.from({ length: 400 }, (_, at) => `Ana;${1_234_567_890_123 + at}`).join('\n'),
  ])('it is asked whether they are, and all are sent, or none: %j', (text) => {
    expect(asked(text)?.map(({ kindsOf }) => kindsOf)).toEqual(['digits'])
    for (const answer of ['-1', 'all']) {
      const answered = columnsAnswered(asked(text) ?? [], answer) ?? []
      expect(chosen(text, ...answered)).toEqual(readListRows(text, ORIGINS))
    }
    expect(ofAnswers({ texts: [text], answers: [] }, ORIGINS).asked).toHaveLength(1)
    expect(ofAnswers({ texts: [text], answers: ['-1'] }, ORIGINS).asked).toBeNull()
  })

  it.each([
    ['a head says that they are', 'Name;Serial\nAna;123456789\nBo;987654321'],
    ['a word says it before each', 'Serial: 1234567\nSerial: 7654321'],
    ['one alone was typed', '123456789'],
    ['they are too short for a passport', '1234\n5678'],
    ['letters stand in one of them', '123456789\nNS-7654321'],
    ['one is a link of ours', `${ORIGINS[0]}/verify/123456789\n${ORIGINS[0]}/verify/987654321`],
    ['a head says that they are passports, which are not sent', 'Passport\n123456789\n987654321'],
  ])('it is not asked where %s', (_, text) => expect(asked(text)).toBeNull())
})

describe('sends what was chosen', () => {
  it('of a line the numbers of one kind, or all in their order', () => {
    const line = 'NS/2024/0042, P1234567, NS/2024/0043'
    expect(serials(line, 0)).toEqual(['NS/2024/0042', 'NS/2024/0043'])
    expect(serials(line, 1)).toEqual(['P1234567'])
    expect(serials(line, 0, 1)).toEqual(line.split(', '))
    expect(ofAnswers({ texts: [line], answers: ['1'] }, ORIGINS)).toEqual({
      serials: ['P1234567'],
      asked: null,
    })
  })

  it('of a column the numbers of one kind, and names each row that is left', () => {
    const column = `Ana Li;P1234567\nBen Wu;${ONE}\nCy Ek;NS/2024/0042\nDi Xu;none`
    const read = (...at: number[]) => chosen(column, ...at).map(({ serial, typed }) => serial ?? typed)
    expect(asked(column)?.map(({ kindsOf, cells }) => [kindsOf, cells])).toEqual([
      ['column', ONE],
      ['column', 'P1234567'],
      ['column', 'NS/2024/0042'],
    ])
    expect(serials(column, 0)).toEqual([ONE])
    expect(read(0)).toEqual(['P1234567', ONE, 'NS/2024/0042', 'none'])
    expect(serials(column, 0, 2)).toEqual([ONE, 'NS/2024/0042'])
    expect(serials(column, 0, 1, 2)).toEqual(['P1234567', ONE, 'NS/2024/0042'])
    expect(ofAnswers({ texts: [`P1234567\n${ONE}`], answers: ['0'] }, ORIGINS)).toEqual({ serials: [ONE], asked: null })
    expect(serials(`${ONE}\n${TWO}\nP1234567; N7654321`, 0)).toEqual([ONE, TWO])
    const digits = `${ONE}\n123-45-6789\n${TWO}`
    expect(serials(digits, 0)).toEqual([ONE, TWO])
    expect(readListRows(digits, ORIGINS).map(({ serial }) => serial)).toEqual(digits.split('\n'))
  })

  it('and of no other column', () => {
    expect(serials(PASSPORTS, 1)).toEqual([ONE])
    expect(serials(PASSPORTS, 0)).toEqual(['P1234567', 'P2345678', 'P3456789', 'P4567890'])
    expect(serials(PASSPORTS, 0, 1)).toEqual(['P1234567', ONE, 'P2345678', 'P3456789', 'P4567890'])
  })

  it('with the names beside it, and the rows that hold nothing there', () => {
    const text = `P1234567;Ana Li;${ONE}\nP2345678;Ben Wu;\nP3456789;Cy Ek;`
    expect(chosen(text, 2).map(({ serial, expected }) => [serial, expected])).toEqual([
      [ONE, 'Ana Li'],
      [null, 'Ben Wu'],
      [null, 'Cy Ek'],
    ])
    expect(chosen(text, 0, 2).map(({ serial, expected }) => [serial, expected])).toEqual([
      ['P1234567', 'Ana Li'],
      [ONE, 'Ana Li'],
      ['P2345678', 'Ben Wu'],
      ['P3456789', 'Cy Ek'],
    ])
  })

  it('with each certificate of rows that have it in one column or the other', () =>
    expect(serials(`NS/2024/0042,\n,${ONE}\nNS/2024/0043,\nNS/2024/0044,`, 0, 1)).toEqual([
      'NS/2024/0042',
      ONE,
      'NS/2024/0043',
      'NS/2024/0044',
    ]))
})
