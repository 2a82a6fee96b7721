import { describe, expect, it } from 'vitest'
import { expecting, NO_NAMES } from './list-names'
import { readList, readListRows } from './read-rows'

const ORIGINS = ['https://verify.example.org'] as const
const [ONE, TWO, THREE] = ['7K3M-9QXT-2VBD-8RWN', 'SJ79-2C06-2CKB-5CSK', 'K2SB-2F33-ZACF-RG66'] as const
const read = (text: string) => readListRows(text, ORIGINS).map(({ serial, expected }) => [serial, expected])

describe('a list without a head is parted at what stands beside its serials', () => {
  it.each<[string, string, (string | null)[][]]>([
    [
      'bars, and commas in names',
      `Miller, Anna|${ONE}\nWu, Ben|${TWO}`,
      [
        [ONE, 'Miller, Anna'],
        [TWO, 'Wu, Ben'],
      ],
    ],
    [
      'bars, and commas in one name',
      `Ana Li|${ONE.toLowerCase()}|Ulm\nWu, Ben|${TWO.toLowerCase()}|Bonn`,
      [
        [ONE, 'Ana Li'],
        [TWO, 'Wu, Ben'],
      ],
    ],
    [
      'bars, and semicolons in an address',
      `c/o Ek; Elm Rd 3, 10115 Ulm|${ONE}|Ana Li\nElm Rd 4|${TWO}|Ben Wu`,
      [
        [ONE, 'Ana Li'],
        [TWO, 'Ben Wu'],
      ],
    ],
    [
      'bars, and commas in a link',
      `Ana Li| https://x.test/a;j=1?q=1,2| ${ONE}\nBen Wu| https://x.test/b| ${TWO}`,
      [
        [ONE, 'Ana Li'],
        [TWO, 'Ben Wu'],
      ],
    ],
    [
      'commas, and semicolons in a course',
      `Module A; Module B,${ONE},"García López, Chloé"\nFirst Aid,${TWO},李明\nFirst Aid,${THREE},Ben Wu`,
      [
        [ONE, 'García López, Chloé'],
        [TWO, '李明'],
        [THREE, 'Ben Wu'],
      ],
    ],
    [
      'commas, and bars in a link',
      `Ana Li,https://x.test/5|1,${ONE}\nBen Wu,https://x.test/7|2,${TWO}`,
      [
        [ONE, 'Ana Li'],
        [TWO, 'Ben Wu'],
      ],
    ],
    [
      'semicolons, and commas in each cell',
      `Miller, Anna;Ulm, Elm Rd 3;${ONE}\nWu, Ben;Bonn, Elm Rd 4;${TWO}`,
      [
        [ONE, 'Miller, Anna'],
        [TWO, 'Wu, Ben'],
      ],
    ],
    [
      'numbers of somebody else, and bars',
      `NS/2021/7204|Fatima Wu|"3|4"|1,5\nNS/2021/7205|Weiss, Bo|A; B; C|4,50`,
      [
        ['NS/2021/7204', 'Fatima Wu'],
        ['NS/2021/7205', 'Weiss, Bo'],
      ],
    ],
    [
      'such numbers, and semicolons in a course before commas',
      `Ana Li,passed,Module A; Module B,NS/2020/2567\nBen Wu,failed,Welding,NS/2020/2568`,
      [
        ['NS/2020/2567', 'Ana Li'],
        ['NS/2020/2568', 'Ben Wu'],
      ],
    ],
    [
      'links of ours',
      `Wu, Ben|${ORIGINS[0]}/verify/${ONE}\nLi, Ana|${ORIGINS[0]}/verify/${TWO}`,
      [
        [ONE, 'Wu, Ben'],
        [TWO, 'Li, Ana'],
      ],
    ],
    [
      'a head for names alone',
      `Person|Name\n${ONE}|Müller, Ana\n${TWO}|Wu, Ben`,
      [
        [ONE, 'Müller, Ana'],
        [TWO, 'Wu, Ben'],
      ],
    ],
  ])('%s', (_, text, rows) => {
    for (const one of [text, text.replaceAll('\n', '\r\n'), `${text}\n\n`, text.replaceAll(' ', '\u00A0')])
      expect(read(one).map((row) => row.map((cell) => cell?.replaceAll('\u00A0', ' ') ?? null))).toEqual(rows)
  })
})

describe('a mark within a cell that nobody put in quotes', () => {
  it.each<[string, string, (string | null)[][]]>([
    [
      'below heads',
      `Name,Serial\nMiller, Anna,${ONE}\nBen Wu,${TWO}`,
      [
        [ONE, 'Miller, Anna'],
        [TWO, 'Ben Wu'],
      ],
    ],
    [
      'behind the serial',
      `Serial,Name\n${ONE},Miller, Anna\n${TWO},Ben Wu`,
      [
        [ONE, 'Miller, Anna'],
        [TWO, 'Ben Wu'],
      ],
    ],
    [
      'in a number of somebody else',
      `Name,Serial\nMiller, Anna,NS/2024/0042\nBen Wu,NS/2024/0043`,
      [
        ['NS/2024/0042', 'Miller, Anna'],
        ['NS/2024/0043', 'Ben Wu'],
      ],
    ],
    [
      'among several columns, of which nobody can tell which one it is of',
      `Name,Town,Serial\nMiller, Anna,Ulm,${ONE}\nBen Wu,Bonn,${TWO}`,
      [
        [ONE, null],
        [TWO, 'Ben Wu'],
      ],
    ],
    [
      'beside numbers of people',
      `Name,Passport,Serial\nMiller, Anna,P1234567,${ONE}\nBen Wu,P1234568,${TWO}`,
      [
        [ONE, null],
        [TWO, 'Ben Wu'],
      ],
    ],
    [
      'or a cell too many, beside a serial of ours that is not meant',
      `Name,Serial,Replaces\nAna Li,NS/2024/0042,\nBen Wu,NS/2024/0043,${TWO},late`,
      [
        ['NS/2024/0042', 'Ana Li'],
        ['NS/2024/0043', 'Ben Wu'],
      ],
    ],
    [
      'without a head',
      `Miller, Anna,${ONE}\nBen Wu,${TWO}`,
      [
        [ONE, 'Miller, Anna'],
        [TWO, 'Ben Wu'],
      ],
    ],
    [
      'in numbers of somebody else without a head',
      `Kumar, Jo,NS/2024/4158\nHan, Max,NS/2024/4159\n欧阳娜娜,NS/2024/4160`,
      [
        ['NS/2024/4158', 'Kumar, Jo'],
        ['NS/2024/4159', 'Han, Max'],
        ['NS/2024/4160', '欧阳娜娜'],
      ],
    ],
  ])('loses no serial, and ends no name: %s', (_, text, rows) => expect(read(text)).toEqual(rows))

  it.each([
    `Passport,Code\nP1234567,${ONE}\nP2345678,\nP3456789,`,
    `Name,Code,Passport\nAna Li,NS-1,P1234567\nBen Wu,,P2345678,note\nCy Ek,NS-3,P3456789`,
    `Passport;Serial\nP1234567;${ONE}\nP2345678`,
  ])('sends no number beside an empty place: %j', (text) =>
    expect(
      readListRows(text, ORIGINS)
        .flatMap(({ serial }) => serial ?? [])
        .filter((serial) => serial.startsWith('P')),
    ).toEqual([]),
  )
})

/** What is asked about the names of a list: null where nothing is. */
const asked = (text: string) => {
  const { names } = readList(text, ORIGINS)
  return names?.isAsked ? names.options.map(({ cells }) => cells) : null
}

describe('which part of a list holds the names', () => {
  it.each<[string, string, string[]]>([
    ['two columns could', `Ana Li;${ONE};Eve Ek\nBen Wu;${TWO};Cy Uhl`, ['Ana Li · Ben Wu', 'Eve Ek · Cy Uhl']],
    ['the names of some are missing', `Eve Ek;;${ONE}\nCy Uhl;Ben Wu;${TWO}`, ['Eve Ek · Cy Uhl', 'Ben Wu']],
    ['it may as well hold courses', `${ONE};Welding\n${TWO};First Aid`, ['Welding · First Aid']],
    ['it may as well hold firms', `${ONE};Acme & Co\n${TWO};Bau Stahl`, ['Acme & Co · Bau Stahl']],
    ['heads say something else', `Trainer;Serial\nEve Ek;${ONE}\nCy Uhl;${TWO}`, ['Trainer: Eve Ek · Cy Uhl']],
    ['a name was parted', `Miller, Anna,${ONE}\nBen Wu,${TWO}`, ['Miller, Anna · Ben Wu']],
    ['each name was parted', `Miller, Anna,${ONE}\nWu, Ben,${TWO}`, ['Miller Anna · Wu Ben']],
    ['a word stands above the serial', `Name;Ana Li\nCertificate;${ONE}`, ['Name: Certificate']],
    [
      'two marks may part it',
      `Lee, Ann ${ONE}; First Aid\nLi, Bo ${TWO}; Hot Work`,
      ['First Aid · Hot Work', 'Lee, Ann · Li, Bo', 'Lee · Li'],
    ],
  ])('is asked where %s', (_, text, options) => expect(asked(text)).toEqual(options))

  it.each([
    ['one column could', `Ana Li;${ONE};2026-11-28\nBen Wu;${TWO};2026-11-28`],
    ['a head says it', `Name;Trainer;Serial\nAna Li;Eve Ek;${ONE}\nBen Wu;Cy Uhl;${TWO}`],
    ['all marks lead to the same names', `Miller, Anna ${ONE}\nWu, Ben ${TWO}`],
    [
      'another column says the same in most rows',
      [ONE, TWO, THREE].map((one, at) => `${'ABC'[at]}na Li;Hot Work;${one}`).join('\n'),
    ],
    ['there are no names', `${ONE};2026-11-28\n${TWO};2026-11-29`],
    ['it is a letter', `Dear Ana Li,\nplease look at ${ONE} of Ben Wu\nand ${TWO}.`],
  ])('is not asked where %s', (_, text) => expect(asked(text)).toBeNull())

  it('is what somebody said, or nobody', () => {
    const { rows, names } = readList(`Ana Li;Ulm;${ONE};Eve Ek\nBen Wu;Bonn;${TWO};Cy Uhl`, ORIGINS)
    const expected = (answer: number) => (names ? expecting(rows, names, answer).map((row) => row.expected) : null)
    expect([0, 1, NO_NAMES].map(expected)).toEqual([
      ['Ana Li', 'Ben Wu'],
      ['Eve Ek', 'Cy Uhl'],
      [null, null],
    ])
  })

  it('takes no whole name beside another one for its other part', () => {
    const { rows, names } = readList(`Eve Ek;Miller, Anna;${ONE}\nCy Uhl;Wu, Ben;${TWO}`, ORIGINS)
    expect(names && expecting(rows, names, 0).map(({ parts }) => parts)).toEqual([[], []])
  })

  it('is said to be none where words stand beside serials that are not compared', () => {
    const isUncompared = (text: string) => readList(text, ORIGINS).isUncompared
    for (const text of [
      `Dear Ana Li,\nplease look at ${ONE} of Ben Wu\nand ${TWO}.`,
      `Name: Ana Li\nCertificate: ${ONE}\n\nName: Ben Wu\nCertificate: ${TWO}`,
      `Name\tAna Li\nCertificate\t${ONE}\n\nName\tBen Wu\nCertificate\t${TWO}`,
      `Applicant 3 ${ONE}\nApplicant 4 ${TWO}`,
    ])
      expect(isUncompared(text), text).toBe(true)
    for (const text of [`${ONE}\n${TWO}`, `Serial: ${ONE}\nSerial: ${TWO}`, `Ana Li;${ONE}`, `${ONE}, ${TWO}`])
      expect(isUncompared(text), text).toBe(false)
  })
})
