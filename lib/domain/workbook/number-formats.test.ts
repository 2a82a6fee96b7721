import { expect, it } from 'vitest'
import { DAY_FORM, numberFormats } from './number-formats'

const escaped = (code: string) => code.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
const formatOf = (code: string, id = 164) =>
  numberFormats(
    `<styleSheet><numFmts><numFmt numFmtId="${id}" formatCode="${escaped(code)}"/></numFmts><cellXfs><xf numFmtId="${id}"/></cellXfs></styleSheet>`,
  )[0]

it.each(['General', 'general', '@', '', 'General;@', 'G/\u901a\u7528\u683c\u5f0f'])(
  '%j shows a number as it is',
  (code) => expect(formatOf(code)).toBeNull(),
)

it.each([
  ...[
    'yyyy-mm-dd',
    'd. mmmm yyyy',
    '[$-409]d-mmm-yy',
    'd.m.yyyy h:mm',
    'yyyymmdd',
    'dd/mm/yyyy;@',
    'M/D/YYYY h:mm AM/PM',
  ],
  ...['dddd\\,\\ d\\ mmmm\\ yyyy', 'd" de "mmmm" de "yyyy', 'd\\.m\\.yy', 'dd.mm.yyyy hh:mm:ss.000', '_-dd/mm/yyyy* '],
  ...['[$-411]ggge"\u5e74"m"\u6708"d"\u65e5"', '[$-411]ge.m.d;@', 'e/m/d', 'd/m/bb', 'yyyy"-"mm"-"dd\\T'],
])('%j shows a day', (code) => {
  // Some programs give their own forms numbers that the library looks for no form below.
  for (const id of [164, 60]) expect(formatOf(code, id)).toBe(DAY_FORM)
})

it.each([
  ...['General"%"', 'General\\%', 'General" h"', '"No. "General', '"Distinction"', '[Red][>80]"Good";General'],
  ...['[=1]"Pass";[=0]"Fail";General', 'General;"minus "General', '0%', '00000', '[h]:mm', 'h:mm', '0" d m"'],
  // Each is kept as a day that nobody wrote.
  ...[
    'mmm yyyy',
    'yyyy',
    '[$-409]mmmm yy;@',
    'yyyy"-"mm',
    'm/yy',
    'e',
    '[$-411]ggge"\u5e74"',
    'bbbb',
    'dddd',
    'dddd mmmm',
    'd',
  ],
  ...['Standard', '0 d/m'],
])('%j shows neither', (code) => expect(formatOf(code)).toBe(code))

it('is what the workbook says where its number is one of those that every program knows', () => {
  expect([formatOf('0" h"', 52), formatOf('00000', 49), formatOf('0.0', 1)]).toEqual(['0" h"', '00000', '0.0'])
  expect(numberFormats('<cellXfs><xf numFmtId="16"/><xf numFmtId="17"/></cellXfs>')).toEqual([DAY_FORM, '?'])
})

it('is a day in a form that has its number alone only where each country shows the day', () => {
  const ids = Array.from({ length: 82 }, (_, id) => id)
  const formats = numberFormats(`<cellXfs>${ids.map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs>`)
  const days = ids.filter((id) => formats[id] === DAY_FORM)
  // In China 27, 36, 50, 52 and 57 are a year and a month, in Japan 34, 52 and 55, in Thailand 74; others are times somewhere.
  expect(days).toEqual([14, 15, 16, 22, 28, 29, 30, 31, 51, 54, 58, 71, 72, 73, 77, 81])
  expect(formats[27]).toBe('?')
})

it.each(['[', '_', '0#,', '"a"', 'd.m.yyyy ', '\\-'])('reads no form of many %j, which no program writes', (part) => {
  expect(formatOf(part.repeat(1001 / part.length + 1))).toBe('?')
})
