import { describe, expect, it } from 'vitest'
import { fileKind } from '@/lib/domain/certificate/file-kind'
import { isLikelierInside, serialInside } from '@/lib/domain/typed/serial-inside'
import { readSerials } from '@/lib/scan/typed/read-serials'
import { ENCODED_LISTS } from '@/test/tables/encoded-texts.table'
import { readListRows } from './read-rows'

const ORIGINS = ['https://verify.example.org'] as const
const [ONE, TWO, THREE] = ['7K3M-9QXT-2VBD-8RWN', 'SJ79-2C06-2CKB-5CSK', 'K2SB-2F33-ZACF-RG66']
const read = (text: string) => readListRows(text, ORIGINS).map(({ serial, expected }) => [serial, expected])
const json = (name: string, serial: unknown) => JSON.stringify({ name, serial })
const BOTH = [
  [ONE, 'Ana, "A." Li'],
  ['NS/2024/42', 'Ben Wu'],
]
const OBJECTS = [json('Ana, "A." Li', ONE), json('Ben Wu', 'NS/2024/42')] as const

describe('a list in JSON', () => {
  it.each([
    ['as a list', `[${OBJECTS.join(',')}]`],
    ['as a list of many lines', JSON.stringify([OBJECTS.map((one) => JSON.parse(one) as unknown)].flat(), null, 2)],
    ['as one object on each line', `\uFEFF${OBJECTS.join('\r\n')}\r\n`],
    ['as a part of a list', OBJECTS.join(',\n')],
    ['in an object', `{"of":"2024","certificates":[${OBJECTS.join(',')}]}`],
    [
      'with names of a program',
      `[${OBJECTS.join(',')}]`.replaceAll('"serial"', '"serialNumber"').replaceAll('"name"', '"fullName"'),
    ],
    ['with more in it', `[${OBJECTS.join(',')}]`.replaceAll('{', '{"passport":"P1234567","marks":[1,2],')],
  ])('is read %s, and nothing but serials is taken of it', (_how, text) => {
    expect(read(text)).toEqual(BOTH)
    expect(readSerials(text, ORIGINS)).toEqual([ONE, 'NS/2024/42'])
    expect(fileKind(new TextEncoder().encode(text))).toBe('serials')
  })

  it('may be serials alone, or lists of cells', () => {
    expect(read(JSON.stringify([ONE, TWO]))).toEqual([
      [ONE, null],
      [TWO, null],
    ])
    expect(read('[["name","serial"],["Ana Li","NS/2024/42"]]')).toEqual([['NS/2024/42', 'Ana Li']])
  })

  it.each<[string, unknown]>([
    ['of a person', { serial: ONE, recipient: { full_name: 'Ana Li', registration_number: 'R1' } }],
    ['of a certificate and its person', { certificate: { serial: ONE, recipient: { name: 'Ana Li' } } }],
    ['in two parts', { student: { firstName: 'Ana', lastName: 'Li' }, serial: ONE }],
    ['in an object of its parts', { holder: { name: { given: 'Ana', family: 'Li' } }, serial: ONE }],
    ['beside the name of a course', { name: 'Welding', credentialSubject: { name: 'Ana Li' }, serialNumber: ONE }],
    [
      'beside those of others',
      { issuer: { name: 'North' }, trainer: { full_name: 'Eve Ek' }, holder: { name: 'Ana Li' }, serial: ONE },
    ],
    [
      'beside a number of the person',
      { serial: ONE, recipient: { name: 'Ana Li', serial: 'P1234567', certificate_id: 'P2' } },
    ],
    ['beside a serial of something else', { device: { serial: 'D1' }, serial: ONE, person: { 'full name': 'Ana Li' } }],
    [
      'beside the serial that took its place',
      { replacement: { serial: TWO }, serial: ONE, recipient: { name: 'Ana Li' } },
    ],
  ])('reads the name %s within objects', (_, item) => {
    expect(read(JSON.stringify([item]))).toEqual([[ONE, 'Ana Li']])
    expect(read(JSON.stringify(item))).toEqual([[ONE, 'Ana Li']])
    expect(readSerials(JSON.stringify([item]), ORIGINS)).toEqual([ONE])
  })

  const [ANA, BEN] = [
    { name: 'Ana Li', serial: ONE },
    { name: 'Ben Wu', serial: TWO },
  ]
  it.each<[string, unknown]>([
    ['in objects', { data: { people: [ANA, BEN] } }],
    ['in more objects', { status: { code: 200 }, data: { result: { items: [ANA, BEN] } } }],
    ['beside other lists', { errors: [], links: [{ href: 'x' }], data: [ANA, BEN] }],
    ['in two lists', { trainers: [ANA], people: [BEN] }],
    ['as objects of a name each', { people: { 17: ANA, 18: BEN } }],
    ['in an object around each', { edges: [{ node: ANA }, { node: BEN }] }],
    ['below the name of the list', { name: 'List of May', certificates: [ANA, BEN] }],
    [
      'each with its person',
      { results: [ANA, BEN].map(({ name, serial }) => ({ person: { name }, certificate: { serial } })) },
    ],
    ['as those of a person', [ANA, BEN].map(({ name, serial }) => ({ name, certificates: [{ serial }] }))],
  ])('is found %s', (_, whole) =>
    expect(read(JSON.stringify(whole))).toEqual([
      [ONE, 'Ana Li'],
      [TWO, 'Ben Wu'],
    ]),
  )

  it('has no number of a person for a serial beside a list of their certificates', () => {
    const ana = { name: 'Ana Li', serial: 'P1234567', certificates: [{ serial: 'NS/2024/42' }] }
    for (const value of [ana, [ana], { data: { people: [ana] } }])
      expect(read(JSON.stringify(value)).map(([serial]) => serial)).toEqual(['NS/2024/42'])
    const ours = { name: 'Ana Li', serial: ONE, certificates: [{ serial: 'NS/2024/42' }] }
    expect(read(JSON.stringify([ours])).map(([serial]) => serial)).toEqual([ONE, 'NS/2024/42'])
  })

  it('is a row for each certificate of a person, named where nothing else beside it has a name', () => {
    const certificates = [{ serial: ONE }, { serial: TWO, name: 'Welding' }]
    expect(read(JSON.stringify([{ name: 'Ana Li', certificates }, { name: 'Ben Wu' }]))).toEqual([
      [ONE, 'Ana Li'],
      [TWO, null],
      [null, 'Ben Wu'],
    ])
  })

  it.each<[string, unknown]>([
    ['in an object beside another serial', { serial: 5, result: { items: [{ serial: TWO }, { serial: 'ISO-9001' }] } }],
    ['as a list of texts in such an object', { serial: 5, result: { of: { items: [TWO] } } }],
    ['as a list of texts beside a list of objects', { first: [{ serial: 5 }], more: [TWO] }],
    ['as a list of texts below the head of serials', { name: 'Ana Li', serial: [5], more: [{ serial: TWO }, TWO] }],
    ['as texts among lists', { first: [{ serial: 5 }], more: [[1, [TWO]]] }],
  ])('loses none of our serials %s', (_, whole) => {
    expect(readSerials(JSON.stringify(whole), ORIGINS)).toContain(TWO)
    expect(readSerials(JSON.stringify(whole), ORIGINS)).not.toContain('ISO-9001')
    expect(read(JSON.stringify(whole)).map(([serial]) => serial)).toContain(TWO)
  })

  it('is all that may be ours where nothing is called a serial', () => {
    const two = [ONE, TWO].map((serial) => [serial, null])
    expect(read(JSON.stringify({ of: { [ONE]: 'Ana Li', [TWO]: 'Ben Wu' }, passport: 'P1234567' }))).toEqual(two)
    expect(read(JSON.stringify({ people: [{ name: 'Ana Li', certificates: [ONE, TWO], room: 'NS-2024-1' }] }))).toEqual(
      two,
    )
    expect(read(JSON.stringify([{ of: `${ORIGINS[0]}/verify/${ONE}` }, { see: TWO.replaceAll('-', '') }]))).toEqual([
      [ONE, null],
      [TWO, null],
    ])
  })

  it('takes nobody else for the person', () =>
    expect(
      read(JSON.stringify([{ serial: ONE, issuer: { name: 'North' }, signatory: { full_name: 'Eve Ek' } }])),
    ).toEqual([[ONE, null]]))

  it('keeps a row for a line that is none, and for an object without a serial', () => {
    const text = [OBJECTS[0], `{"name":"Cut`, json('Eva Li', null)].join('\n')
    expect(read(text)).toEqual([BOTH[0], [null, null], [null, 'Eva Li']])
  })

  it('is read in time that grows with its length, whatever it holds', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    expect(read(`[${OBJECTS[0]},${deep}]`)).toEqual([BOTH[0], [null, null]])
    expect(read(deep)).toEqual([])
  })

  it('is no badge, and a badge no list', () => {
    const badge = { '@context': [], id: 'urn:x', credentialSubject: { serial: ONE } }
    expect(fileKind(new TextEncoder().encode(JSON.stringify(badge)))).toBe('badge')
    expect(fileKind(new TextEncoder().encode(JSON.stringify([badge])))).toBe('badge')
  })
})

describe('a serial behind a name that another mark parts from it', () => {
  it.each([
    [`Ana/${ONE.replaceAll('-', '_')}`, ONE],
    [`Ana.${ONE.replaceAll('-', '/')}`, ONE],
    [`Dupont_${TWO.replaceAll('-', '/')}`, TWO],
    [`Dupont_${TWO.replaceAll('-', '_')}.pdf`, TWO],
  ])('%s is read in both ways, the serial first', (text, serial) => {
    expect(serialInside(text)).toBe(serial)
    expect(isLikelierInside(text)).toBe(true)
  })

  it.each([
    `Anne-Marie Dupont_${TWO.replaceAll('-', '/')}`,
    `Anne-Marie Dupont_${TWO.replaceAll('-', '_')}.pdf`,
    `Anne-Marie Dupont/${TWO.replaceAll('-', '.')}`,
  ])('no name is sent with it: %s', (text) => {
    const [row, ...others] = readListRows(text, ORIGINS)
    expect(others).toEqual([])
    expect(row).toMatchObject({ expected: 'Anne-Marie Dupont', typed: null })
    expect(row?.serial).toMatch(/^SJ79.2C06.2CKB.5CSK$/)
    expect(readSerials(text, ORIGINS)).toEqual([row?.serial])
  })

  it.each(['2026/0001/0002/0003/0004', 'A_2026_0001_2345_6786', 'NS/7K3M/9QXT/2VBD'])(
    'dates and running numbers of an issuer are left alone: %s',
    (text) => expect(serialInside(text)).toBeNull(),
  )
})

describe('a quote that somebody typed', () => {
  const three = [
    [ONE, 'Ana'],
    [TWO, 'Bo'],
    [THREE, 'Cy'],
  ]

  it.each([
    ['before a name', `Name;Serial\n"Ana;${ONE}\nBo;${TWO}"\nCy;${THREE}`],
    ['before a serial', `Name;Serial\nAna;"${ONE}\nBo;${TWO}"\nCy;${THREE}`],
    ['over more than two rows', `Name;Serial\r\n"Ana;${ONE}\r\nBo;${TWO}\r\nCy;${THREE}"\r\n`],
    ['behind serials', `Serial,Name\n${ONE},"Ana\n${TWO},Bo"\n${THREE},Cy`],
    ['with an empty line within', `Name\tSerial\n"Ana\t${ONE}\n\nBo\t${TWO}"\nCy\t${THREE}`],
    ['without a head', `"Ana;${ONE}\nBo;${TWO}"\nCy;${THREE}`],
    ['that ends a cell in the midst of a row', `Name;Serial;Note\n"Ana;${ONE};1\nBo";${TWO};2\nCy;${THREE};3`],
    ['twice', `Name;Serial\n"Ana;${ONE}\nBo;${TWO}"\n"Cy;${THREE}`],
    ['below a title', `Autumn\nName;Serial\n"Ana;${ONE}\nBo;${TWO}"\nCy;${THREE}`],
  ])('hides no rows of a list: %s', (_where, text) => expect(read(text)).toEqual(three))

  it('hides none of one column', () => {
    const serials = [ONE, TWO, THREE].flatMap((one) => Array.from({ length: 50 }, () => one))
    expect(readListRows(`"${serials.join('\n')}"\n`, ORIGINS)).toHaveLength(150)
  })

  it.each([
    [`Serial;Name;Address\n${ONE};Ana;"Street 1\nTown"\n${TWO};Bo;x`],
    [`Serial;Name;Address\n${ONE};Ana;"Street 1\n12345 Town; Land"\n${TWO};Bo;x`],
    [`Name,Address,Serial\nAna,"Apt 4, Floor 2\n12345 Town, Land",${ONE}\nBo,x,${TWO}`],
    [`Name,Address,Serial\nAna,"Apt 4, Floor 2\nHouse 3\n12345 Town, Land",${ONE}\nBo,x,${TWO}`],
    [`Name,Serial,Address\r\nAna,${ONE},"Street 1\r\nTown, State, Land"\r\nBo,${TWO},x`],
    [`Name;Address;Serial\n"Ana";"c/o Cy Ek; Flat 2\nTown; Land";"${ONE}"\n"Bo";"x";"${TWO}"`],
    [`Address;Serial;Name\n"Flat 2; Court 3\nTown";${ONE};Ana\nx;${TWO};Bo`],
  ])('is none around a cell of several lines: %j', (text) => expect(read(text)).toEqual(three.slice(0, 2)))
})

describe('a serial that a word is glued to', () => {
  const words = [
    'NrNH12-',
    'Nr',
    'No.',
    'Nº',
    'CERT-',
    'cert',
    'ID-',
    'SN',
    'S/N:',
    'NS-',
    'ABCD-',
    'COLLEGE-',
    'Ｎｏ．',
    'numéro',
    'número',
  ]
  const more = [
    'Seriennummer',
    'Zertifikat-Nr.',
    'Reg.Nr.',
    'ref_',
    '2024-',
    'सीरियल',
    'رقم',
    '编号',
    '№',
    '#',
    'Serial=',
    'SERIAL.NO.',
    'n°',
  ]
  const spelled = [TWO, TWO.replaceAll('-', ''), TWO.replaceAll('-', ' ').toLowerCase(), TWO.replaceAll('0', 'O')]

  it.each([...words, ...more])('%s: goes on with it, or as both', (word) => {
    for (const text of spelled.map((serial) => word + serial)) {
      const [found, ...others] = read(text).flatMap(([serial]) => serial ?? [])
      expect([serialInside(found ?? '') ?? found, others], text).toEqual([TWO, []])
      expect(
        readSerials(text, ORIGINS).map((serial) => serialInside(serial) ?? serial),
        text,
      ).toEqual([TWO])
    }
  })

  it.each([
    ['CERT', ONE],
    ['cert', ONE],
    ['Zert', '7K3M-9QXT-2VBE-8RW7'],
  ])('%s, though it passes as a group with three of those behind it', (mark, serial) => {
    for (const text of [`${mark}-${serial}`, mark + serial, mark + serial.replaceAll('-', '')]) {
      expect(serialInside(text), text).toBe(serial)
      expect(
        readSerials(text, ORIGINS).map((one) => serialInside(one) ?? one),
        text,
      ).toEqual([serial])
    }
  })

  it.each([
    ['a longer key', `ABCDE-${TWO}-AAAA`],
    ['another serial of ours', `${ONE}-${TWO}`],
    ['an address', `evil.test/x-${TWO}`],
    ['a mail address', `ana@b.test-${TWO}`],
    ['two that could be meant', 'CERE-SJ79-2C06-2CKB-5CSK'],
    ['two that could be meant, in one piece', 'RESJ792C062CKB5CSK'],
    ['one with a slip in it', `CERT-${TWO.replace('7', '8')}`],
    ['digits alone, of which one in 32 passes', 'X1234-5678-9012-3456-0000'],
  ])('no reading of %s', (_what, text) => expect(serialInside(text)).toBeNull())

  it.each([
    [`Please check CERT-${TWO}, thank you`, [`CERT-${TWO}`]],
    [`Dear all,\nsee NrNH12-${TWO} and Nr${ONE}.`, [`NrNH12-${TWO}`, ONE]],
    [`Your key AB12C-${TWO} came by post`, []],
  ])('among words: %j', (text, serials) =>
    expect(readSerials(text, ORIGINS).filter((one) => /\d/.test(one) && one.length < 40)).toEqual(serials),
  )

  it('the word is no part of the name before it', () =>
    expect(read(`Ana Müller Nr${ONE}\nBen Wu CERT${TWO}`)).toEqual([
      [ONE, 'Ana Müller'],
      [TWO, 'Ben Wu'],
    ]))
})

it.each(ENCODED_LISTS)('what programs encoded in a list: %j', (text, rows) => expect(read(text)).toEqual(rows))

describe('what a sentence says of a certificate', () => {
  it.each([
    [`Certificate of 李明, serial ${ONE}`, '李明'],
    [`Certificate of 李明 ${ONE}`, '李明'],
    [`李明的证书, ${ONE}`, '李明'],
    // As likely a course as somebody.
    [`Certificate of Advanced Welding, serial ${ONE}`, null],
    [`Certificate of Advanced Welding ${ONE}`, null],
  ])('%s', (text, name) => expect(read(text)).toEqual([[ONE, name]]))

  it('is no part of the names of a list', () => {
    const text = `Certificate of Ana Li, serial ${ONE}\nCertificate of Ben Wu, serial ${TWO}`
    expect(read(text)).toEqual([
      [ONE, 'Ana Li'],
      [TWO, 'Ben Wu'],
    ])
  })
})

describe('beside serials of ours', () => {
  const passports = [`P1234567,${ONE}`, 'P2345678,NS-2024-09', 'P3456789,NS-2024-10', 'P4567890,NS-2024-11']
  const expected = [ONE, 'NS-2024-09', 'NS-2024-10', 'NS-2024-11']

  it.each([
    ['no head', passports],
    ['a head that says nothing', ['passport,paper', ...passports]],
    ['serials last', [...passports].reverse()],
  ])('no first column is sent where fewer than half of them are: %s', (_how, lines) => {
    expect(new Set(readSerials(lines.join('\n'), ORIGINS))).toEqual(new Set(expected))
  })

  it('all of a first column are sent that has one of ours, or that one alone stands beside', () => {
    expect(readSerials(`${ONE},Ana\nNS-2024-09,Ben`, ORIGINS)).toEqual([ONE, 'NS-2024-09'])
    const remarks = [`NS-2024-07,replaced by ${THREE}`, 'NS-2024-08,', 'NS-2024-09,', 'NS-2024-10,']
    expect(readSerials(remarks.join('\n'), ORIGINS)).toEqual([
      ...['NS-2024-07', 'NS-2024-08', 'NS-2024-09', 'NS-2024-10'],
      THREE,
    ])
  })
})
