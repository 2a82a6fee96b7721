import { describe, expect, it } from 'vitest'
import { columnsToAsk } from '@/lib/scan/list/columns-to-ask'
import { listedSerials } from '@/lib/scan/list/listed-serials'
import { readListRows } from '@/lib/scan/list/read-rows'
import { judgeTypedLinks } from '@/lib/scan/typed/judge-typed-links'
import { readTypedText } from '@/lib/scan/typed/read-typed-text'
import { BESIDE_LINKS, LINK_SPELLINGS, NO_LINKS, ODD_SERIALS, ONLY_ELSEWHERE } from '@/test/tables/link-spellings.table'

const OURS = 'verify.northshore.example'
const ORIGINS: [string] = [`https://${OURS}`]
const [SERIAL, OTHER] = ['7K3M-9QXT-2VBD-8RWN', 'H8NC-4R2W-6PTX-9QAK']
/** Each could be read as something else in one of the spellings: a code, a tag, a list of numbers, a scheme. */
const SERIALS = [SERIAL, 'X4EH-Q9A7-BHYB-M615', 'RE8J-X6T0-Y7MM-ZVTD', 'MJ98-SW2Y-D6TK-D6R4', 'TYVV-4FTP-TG0P-WWXY']

type Spelling = (host: string, serial: string) => string
type OfSerial = (serial: string) => string

/** What parts the cells of a list cannot stand in one of them. */
const PARTING = /\btab\b|line|broken/
const ROWS = (first: string | null) => [
  [first, 'Ana Li'],
  [OTHER, 'Bo Wu'],
]

const read = (text: string) => readTypedText(text, ORIGINS)

describe.each(SERIALS)('the field for a serial, with %s', (serial) => {
  it.each(Object.entries(LINK_SPELLINGS))('takes a link of ours, and none of another host: %s', (_, write) => {
    expect(read(write(OURS, serial))).toEqual({ kind: 'serial', serial })
    const typed = read(write('evil.example', serial))
    const addresses = typed.kind === 'elsewhere' ? typed.addresses : []
    expect(judgeTypedLinks(addresses, ORIGINS), JSON.stringify(typed)).toMatchObject({ host: 'evil.example' })
  })

  it.each(Object.entries(ONLY_ELSEWHERE))('takes no link of another host: %s', (_, write) => {
    const typed = read(write(serial))
    const addresses = typed.kind === 'elsewhere' ? typed.addresses : []
    expect(judgeTypedLinks(addresses, ORIGINS)?.host, JSON.stringify(typed)).toMatch(/./)
  })

  it.each(Object.entries(BESIDE_LINKS))('names a link that the serial may belong to: %s', (_, write) => {
    const typed = read(write(serial))
    expect(typed).toMatchObject({ kind: 'serial', serial })
    const addresses = typed.kind === 'serial' ? (typed.elsewhere ?? []) : []
    expect(judgeTypedLinks(addresses, ORIGINS)?.host, JSON.stringify(typed)).toMatch(/^evil\.?exa?m?(?:ple)?$/)
  })

  it.each(NO_LINKS.map((write) => write(serial)))('knows what is no link: %j', (text) => {
    expect(read(text)).toEqual({ kind: 'serial', serial })
  })

  it.each(Object.entries(ODD_SERIALS))('answers none of two serials as if it were alone: %s', (_, write) => {
    for (const text of [`${OTHER}\n${write(serial)}`, `See ${OTHER} and ${write(serial)} too`])
      expect(read(text)).toEqual({ kind: 'several', serials: [OTHER, serial] })
  })
})

describe('a list', () => {
  const cells = (spellings: Record<string, unknown>) =>
    Object.entries(spellings).filter(([name]) => !PARTING.test(name))
  const table = (cell: string) => readListRows(`Name\tSerial\nAna Li\t${cell}\nBo Wu\t${OTHER}`, ORIGINS)
  const others = { ...LINK_SPELLINGS, ...ONLY_ELSEWHERE }

  it.each(cells(LINK_SPELLINGS))('takes the serial of a link of ours: %s', (_, write) => {
    const text = (write as Spelling)(OURS, SERIAL)
    expect(table(text).map(({ serial, expected }) => [serial, expected])).toEqual(ROWS(SERIAL))
    expect(listedSerials(text, ORIGINS)).toEqual([SERIAL])
  })

  it.each(cells(others))('takes none of another host, and says so: %s', (name, write) => {
    const text = name in LINK_SPELLINGS ? (write as Spelling)('evil.example', SERIAL) : (write as OfSerial)(SERIAL)
    expect(columnsToAsk(`Ana Li\t${text}\nBo Wu\t${OTHER}`, ORIGINS)).toBeNull()
    const rows = table(text)
    expect(rows.map(({ serial, expected }) => [serial, expected])).toEqual(ROWS(null))
    expect(rows[0]).toMatchObject({ typed: expect.stringMatching(/./), elsewhere: true })
    const sent = listedSerials(text, ORIGINS)
    expect(
      sent.map((one) => read(one).kind),
      sent.join(' '),
    ).toEqual(['elsewhere'])
  })

  it.each(Object.entries(BESIDE_LINKS).filter(([name]) => name !== 'a semicolon'))(
    'shows a link that a serial may belong to: %s',
    (_, write) => {
      const shown = readListRows(write(SERIAL), ORIGINS)
        .map(({ typed }) => typed)
        .join(' ')
      expect(shown).toMatch(/evil|mple/)
    },
  )

  it.each(['', 'and so on, as before.\n'.repeat(5000)])(
    'names the links of a letter, wherever they stand',
    (before) => {
      const letter = `Dear all,\n${before}please look at https://evil.example/c/${SERIAL}.\nSerial: ${OTHER}\nKind regards, Ana`
      expect(readListRows(letter, ORIGINS)).toEqual([
        { serial: OTHER, expected: null, typed: null },
        { serial: null, expected: null, typed: `https://evil.example/c/${SERIAL}`, elsewhere: true },
      ])
    },
  )
})
