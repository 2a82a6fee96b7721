import { expect, it } from 'vitest'
import { numberFormats } from './number-formats'

const escaped = (code: string) => code.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
const formatOf = (code: string, id = 164) =>
  numberFormats(
    `<styleSheet><numFmts><numFmt numFmtId="${id}" formatCode="${escaped(code)}"/></numFmts><cellXfs><xf numFmtId="${id}"/></cellXfs></styleSheet>`,
  )[0]

it.each(['General', 'general', '@', '', 'General;@', 'yyyy-mm-dd', 'd. mmmm yyyy', '[$-409]d-mmm-yy', 'd.m.yyyy h:mm'])(
  '%j shows a number as it is, or as a day',
  (code) => expect(formatOf(code)).toBeNull(),
)

it.each([
  ...['General"%"', 'General\\%', 'General" h"', '"No. "General', '"Distinction"', '[Red][>80]"Good";General'],
  ...['[=1]"Pass";[=0]"Fail";General', 'General;"minus "General', '0%', '00000', '[h]:mm', 'h:mm'],
  // Each is kept as a day that nobody wrote.
  ...['mmm yyyy', 'yyyy', '[$-409]mmmm yy;@', 'yyyy"-"mm', 'm/yy'],
])('%j does not', (code) => expect(formatOf(code)).toBe(code))

it('is what the workbook says where its number is one of those that every program knows', () => {
  expect([formatOf('0" h"', 52), formatOf('00000', 49), formatOf('0.0', 1)]).toEqual(['0" h"', '00000', '0.0'])
  expect(numberFormats('<cellXfs><xf numFmtId="16"/><xf numFmtId="17"/></cellXfs>')).toEqual([null, '?'])
})
