import { describe, expect, it } from 'vitest'
import { fileText } from '@/lib/domain/certificate/file-kind'
import { isWesternText } from './western-text'

const read = (cell: string) => fileText(Buffer.from(`Name;Kurs\n${cell};Knots\n`, 'latin1')) ?? ''

describe('isWesternText', () => {
  it.each([
    ...['José Núñez', 'Zoë Ångström', 'Jörg Müller', 'Søren Kjær', 'François Lefèvre'],
    ...[
      'ÉLODIE BÉART',
      'ÅSE ØDEGÅRD',
      'João Conceição',
      'Íñigo Ñandú',
      'Jäääär',
      'Säätiö Töölö',
      'DeÁngelis McÉwan',
      'Mª José',
    ],
    ...[
      'D\x92Arcy O\xb4Neil',
      '\x93Stra\xdfe\x94 \x96 1\xba',
      '\x84Kurs\x93 \xa7 12 \xb7 20 \xb0C \xb1 \xbd',
      '\xbfQu\xe9? \xa1Hola!',
      '50 \x80, 5 m\xb2',
      '\xab\xc9t\xe9\xbb',
    ],
    ...['\x8aKODA \x8akoda \x8ei\x9eka', 'L\x92\xc9t\xe9 \x9cuvre\x85', 'Caf\xe9\x97Bar'],
  ])('takes %j', (cell) => expect(isWesternText(read(cell))).toBe(true))

  it.each([
    ['Russian', '\xc8\xe2\xe0\xed \xcf\xe5\xf2\xf0\xee\xe2'],
    ['Russian of three letters', '\xcb\xe5\xe2'],
    ['Arabic', '\xe3\xcd\xe3\xcf \xda\xe1\xed'],
    ['Chinese, simplified', '\xcd\xf5\xd0\xa1\xc3\xf7'],
    ['Chinese, two characters', '\xc0\xee\xbb\xaa'],
    ['Chinese, traditional', '\xa4\xfd\xa4p\xa9\xfa \xa7\xf5\xb5\xd8'],
    ['Greek', '\xcd\xdf\xea\xef\xf2 \xd0\xe1\xf0\xe1\xe4\xfc\xf0\xef\xf5\xeb\xef\xf2'],
    ['Hebrew', '\xee\xf9\xe4 \xeb\xe4\xef'],
    ['Korean', '\xb1\xe8\xb9\xce\xc1\xd8'],
    ['Turkish', 'Ay\xfee Y\xfdlmaz'],
    ['Turkish, with a capital of its own', '\xddsmail Bey'],
    ['Icelandic, which may be Turkish', 'Þórður Óðinsson'],
    ['Polish', '\xa3ukasz W\xf3jcik; Pawe\xb3 Go\xb3\xeabiewski'],
    ['French of a Macintosh', 'Fran\x8dois Lef\x8fvre'],
    ['Spanish of a Macintosh', 'Jos\x8e Mart\x92nez'],
    ['German of a Macintosh', 'J\x9arg M\x9fller, K\x8athe'],
    ['German of DOS', 'J\x94rg M\x81ller'],
  ])('does not take %s', (_language, cell) => expect(isWesternText(read(cell))).toBe(false))
})
