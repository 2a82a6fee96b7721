import { describe, expect, it } from 'vitest'
import { serialKey } from '@/lib/domain/certificate/serial'
import { readListRows } from '@/lib/scan/list/read-rows'
import { readSerials } from './read-serials'

const ORIGINS = ['https://verify.northshore.example'] as const satisfies [string]
const [ONE, TWO] = ['7K3M-9QXT-2VBD-8RWN', 'H8NC-4R2W-6PTX-9QAK']
const BROKEN = [
  ...['7K3M-9QXT-\n2VBD-8RWN', '7K3M-9QXT-\r\n2VBD-8RWN', '7K3M-\n9QXT-\n2VBD-\n8RWN', '7K3M-9QXT\n-2VBD-8RWN'],
  ...['7K3M-9Q\nXT-2VBD-8RWN', '7K3M-9Q\u00AD\nXT-2VBD-8RWN', '7K3M-9QXT-2VBD-8RW\nN', '7K3M – 9QXT –\n  2VBD – 8RWN'],
  ...[
    '7K3M\u20119QXT\u2011 \n2VBD\u20118RWN',
    '７Ｋ３Ｍ－９ＱＸＴ－\n２ＶＢＤ－８ＲＷＮ',
    '۷K۳M-۹QXT-\n۲VBD-۸RWN',
    '7K3M-9QXT\uFFFE\n2VBD-8RWN',
  ],
]

const rowsOf = (text: string) => readListRows(text, ORIGINS).map(({ serial, expected }) => [serial, expected])

describe.each(BROKEN)('a serial in which a line ends is one row: %j', (broken) => {
  it.each([
    ['in a column', `${broken}\n${TWO}`, false],
    ['beside a name', `Ana Li ${broken}\nBen Wu ${TWO}`, true],
    ['in a table', `Ana Li;${broken};2024\nBen Wu;${TWO};2025`, true],
    ['below a head', `Name\tSerial\nAna Li\t${broken}\nBen Wu\t${TWO}`, true],
    ['in a quoted cell', `Name,Serial\n"Ana Li","${broken}"\nBen Wu,${TWO}`, true],
    ['below an empty cell', `\tNobody\nAna Li\t${broken}\nBen Wu\t${TWO}`, true],
    ['in a quoted mail', `> ${broken.replaceAll('\n', '\n> ')}\n> ${TWO}`, false],
  ])('%s', (_, text, isNamed) => {
    const rows = rowsOf(text).filter(([serial]) => serial !== null)
    expect(rows).toEqual(
      isNamed
        ? [
            [ONE, 'Ana Li'],
            [TWO, 'Ben Wu'],
          ]
        : [
            [ONE, null],
            [TWO, null],
          ],
    )
    const listed = readSerials(text, ORIGINS).map(serialKey)
    expect(listed.slice(-2)).toEqual([ONE, TWO].map(serialKey))
  })
})

describe('what a list is read without', () => {
  const written = [
    ONE,
    '7K3M-9\u00ADQXT-2VBD-8RWN',
    ONE.replaceAll('-', '\u00A0'),
    '٧K٣M-٩QXT-٢VBD-٨RWN',
    '७K३M-९QXT-२VBD-८RWN',
    '７Ｋ３Ｍ－９ＱＸＴ－２ＶＢＤ－８ＲＷＮ',
  ]
  const parted = ['.', '_', '/'].map((mark) => ONE.replaceAll('-', mark))

  it.each([
    ['> ', false],
    ['>> ', false],
    ['[28/11/2026, 07:10:00] Ana: ', false],
    ['\u200E[28.11.26, 7:10:00\u202FAM] Ana Müller (HR): ', false],
    ['28/11/2026, 07:10 - Ana: ', false],
    ['(2026-11-28, 07:10) +49 30 123456: ', false],
    ['[٢٨/١١/٢٠٢٦، ٧:١٠:٠٠ ص] Ana: ', false],
    ['[28/11/2026, 07:10:00] Eve: Ana Li ', true],
  ])('what stands before a line of a mail or a chat: %j', (before, isNamed) => {
    // Who sent a message is not who is expected on the certificate in it.
    const expected = isNamed ? 'Ana Li' : null
    for (const one of written) {
      const text = `${before}${one}\n${before.replace('Ana Li', 'Ben Wu')}${TWO}`
      expect(rowsOf(text)).toEqual([
        [ONE, expected],
        [TWO, isNamed ? 'Ben Wu' : null],
      ])
      expect(rowsOf(`${before}${one}`)).toEqual([[ONE, expected]])
      expect(readSerials(text, ORIGINS).map(serialKey)).toEqual([ONE, TWO].map(serialKey))
    }
    for (const one of isNamed ? [] : parted) expect(rowsOf(`${before}${one}\n${before}${TWO}`)[0]).toEqual([one, null])
  })
})

it('joins no word of a name before a broken serial', () => {
  const broken = 'Ana María de la Cruz - N3NE-Y6E4-R3\n5B-4THX'
  expect(rowsOf(broken)).toEqual([['N3NE-Y6E4-R35B-4THX', 'Ana María de la Cruz']])
})

it.each([
  ['numbers below each other', ['NS24-0001', 'NS24-0002']],
  ['a dash behind a serial', [`${ONE} -`, TWO]],
  ['the marks of a list', [`- ${ONE}`, `- ${TWO}`]],
  ['a dash behind a name', ['Ana-', ONE, 'Ben-', TWO]],
  ['groups of a number each', ['7K3M-9QXT', '2VBD-8RWN']],
])('joins nothing that merely stands below each other: %s', (_, lines) => {
  expect(rowsOf(lines.join('\n'))).toHaveLength(lines.length)
})

it('a number of an issuer that a line ends in is one row', () => {
  expect(rowsOf('NS-2024-\n0042\nNS-2024-\n0043')).toEqual([
    ['NS-2024-0042', null],
    ['NS-2024-0043', null],
  ])
})
