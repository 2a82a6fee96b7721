import { describe, expect, it } from 'vitest'
import { showsWholeText, shownNumber } from './shown-number'

describe('shownNumber', () => {
  it.each([
    [0.85, '0%', '85%'],
    [0.85, '0 %', '85 %'],
    [0.8549, '0.00%', '85.49%'],
    [0.29, '0%', '29%'],
    [1.005, '0.00', '1.01'],
    [418, '00000', '00418'],
    [4.5, '0.00', '4.50'],
    [4.5, '0.##', '4.5'],
    [4.25, '0.0#', '4.25'],
    [1234567.5, '#,##0.00', '1234567.50'],
    [12, '0" Punkte"', '12 Punkte'],
    [12, '"Nr. "000', 'Nr. 012'],
    [12, '0\\h', '12h'],
    [-4.5, '0.00', '-4.50'],
    [-4.5, '0.00;(0.00)', '(4.50)'],
    [0, '0;-0;"–"0', '–0'],
    [3, '0_);(0)', '3'],
    [7, '0";"', '7;'],
  ])('%d in the form %s is %s', (value, code, shown) => {
    expect(shownNumber(value, code)).toBe(shown)
  })

  it.each(['0', '#,##0', '0000-0000', '0%'])(
    'a number that had more digits than a sheet keeps has a mark, in the form %j too',
    (code) => {
      expect(shownNumber(1234567890123450, code)).toBe('\uFFFC1234567890123450')
    },
  )

  it.each([
    '# ?/?',
    '0.00E+00',
    '[>100]0',
    '[<1]0.0;0',
    'General"%"',
    '#,##0,',
    '000-00-000',
    '"Passed"',
    '',
    '0*-',
    '?',
    '0.0%%',
    '0;;;;0',
  ])('a number in the form %j has a mark', (code) => {
    expect(shownNumber(12.5, code)).toBe('\uFFFC12.5')
  })
})

it.each([
  ['0.00', true],
  ['@', true],
  ['[Blue]@', true],
  ['_(* #,##0_);_(* \\(#,##0\\);_(* "-"_);_(@_)', true],
  ['0;0;0;General', true],
  ['0"@"', true],
  [';;;', false],
  ['0;0;0;', false],
  ['"Dr. "@', false],
  ['@ "cum laude"', false],
  ['0;0;0;"x"', false],
])('a text in the form %j is whole: %s', (code, isWhole) => expect(showsWholeText(code)).toBe(isWhole))
