import { describe, expect, it } from 'vitest'
import { NAMES_IN_CODE_PAGES } from '@/test/desk/code-page-names'
import { byteText, CODE_PAGES, type CodePage, codePageDecoder, decodeCodePage, lettersOf, textBytes } from './code-page'
import { isPossibleReading } from './possible-reading'

const bytesOf = (hexadecimal: string) => Buffer.from(hexadecimal, 'hex')

describe('decodeCodePage', () => {
  it.each(NAMES_IN_CODE_PAGES)('reads %s in %s, and takes it for possible', (_language, page, names, bytes) => {
    const read = decodeCodePage(bytesOf(bytes), page)
    expect(read?.normalize('NFC')).toBe(names)
    expect(isPossibleReading([read ?? ''])).toBe(true)
  })

  it('has each code page among the names', () => {
    expect(CODE_PAGES.filter((page) => !NAMES_IN_CODE_PAGES.some(([, known]) => known === page))).toEqual([])
  })

  it.each(['windows-1250', 'windows-1251', 'windows-1257', 'macintosh', 'x-mac-cyrillic', 'ibm866'] as const)(
    'has the same letters as the platform, where it knows %s',
    (page) => {
      const platform = new TextDecoder(page)
      for (const [at, letter] of [...(lettersOf(page) ?? '')].entries())
        if (letter !== '\ufffd') expect(platform.decode(Uint8Array.of(0x80 + at))).toBe(letter)
    },
  )

  it.each<[CodePage, string]>([
    ['windows-1252', '4a81'],
    ['windows-1253', 'd2'],
    ['gb18030', 'ff'],
    ['shift_jis', '81'],
  ])('says of %s that bytes %s are none', (page, bytes) => {
    expect(decodeCodePage(bytesOf(bytes), page)).toBeNull()
  })

  it('reads what comes in pieces that end inside of a letter', () => {
    const decode = codePageDecoder('gb18030')
    expect([decode(bytesOf('cd')), decode(bytesOf('f5d0')), decode(bytesOf('a1')), decode()]).toEqual([
      '',
      '王',
      '小',
      '',
    ])
    expect(codePageDecoder('gb18030')(bytesOf('cdf5d0'))).toBe('王')
  })

  it('keeps each byte in a text of bytes', () => {
    const all = Uint8Array.from({ length: 20_000 }, (_, at) => at % 256)
    expect(textBytes(byteText(all))).toEqual(all)
  })
})

const westernAs = (bytes: string) => decodeCodePage(Buffer.from(bytes, 'latin1'), 'windows-1252') ?? ''

describe('isPossibleReading', () => {
  it.each([
    ...['José Núñez', 'Zoë Ångström', 'Søren Kjær', 'ÉLODIE BÉART', 'ÅSE ØDEGÅRD', 'João Conceição', 'Íñigo Ñandú'],
    ...['Jäääär', 'Säätiö Töölö', 'Mª José', 'D\x92Arcy O\xb4Neil', '\x84Kurs\x93 \xa7 12 \xb7 20 \xb0C \xb1 \xbd'],
    ...['\xbfQu\xe9? \xa1Hola!', '50 \x80, 5 m\xb2', '\xab\xc9t\xe9\xbb', '\x8aKODA \x8akoda \x8ei\x9eka'],
    ...['L\x92\xc9t\xe9 \x9cuvre\x85', 'Caf\xe9\x97Bar', 'Anna DeÁngelis, José Núñez', 'STRAßE'],
  ])('takes %j', (bytes) => expect(isPossibleReading([westernAs(bytes)])).toBe(true))

  it.each([
    ['Russian as western', 'windows-1251', 'windows-1252'],
    ['Greek as western', 'windows-1253', 'windows-1252'],
    ['Arabic as western', 'windows-1256', 'windows-1252'],
    ['Hebrew as western', 'windows-1255', 'windows-1252'],
    ['Chinese as western', 'gb18030', 'windows-1252'],
    ['western as Cyrillic', 'windows-1252', 'windows-1251'],
    ['western as Greek', 'windows-1252', 'windows-1253'],
    ['Polish as western', 'windows-1250', 'windows-1252', 'Polish'],
    ['Macintosh as western', 'macintosh', 'windows-1252'],
    ['DOS as western', 'ibm850', 'windows-1252'],
    ['Windows as DOS', 'windows-1251', 'ibm866'],
  ] as const)('does not take %s', (_what, saved, read, language?: string) => {
    const names = NAMES_IN_CODE_PAGES.filter(([of, page]) => page === saved && (language ?? of) === of)
    const texts = names.map(([, , , bytes]) => decodeCodePage(bytesOf(bytes), read))
    expect(texts.filter((text) => text !== null && isPossibleReading([text]))).toEqual([])
  })

  it('is not put off by one word of many that nobody would write', () => {
    expect(isPossibleReading(['Jörg Müller', 'Käthe Groß', 'Bärbel Jä‰ger'])).toBe(true)
  })
})
