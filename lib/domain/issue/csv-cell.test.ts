import { describe, expect, it } from 'vitest'
import { csvSafeCell } from './csv-cell'

const FORMULA = 'SUM(1)'

describe('csvSafeCell', () => {
  it.each([
    ...['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫', '⁼', '⁺', '₌', '₊', '−', '‐', '–', '—'],
    ...[
      ' =',
      '\t=',
      '\n=',
      '\r=',
      '\r\n=',
      '\u00A0=',
      '\u3000＝',
      '\u2028=',
      '\u200B=',
      '\uFEFF=',
      '\u0000=',
      '\u001B+',
    ],
    ...['\u00AD=', '\u2060@', '\u200E-', ' \t\n ＝', '\t', '\r', '\n', '\u3164=', '\u{E0020}='],
  ])('takes %j for the start of a formula', (start) => {
    expect(csvSafeCell(`${start}${FORMULA}`)).toBe(`'${start}${FORMULA}`)
  })

  it.each([
    ['Ana;=1+1;', "Ana;'=1+1;"],
    ['Ana; ＝1;@x', "Ana;' ＝1;'@x"],
    ['Ana;"=1+1;', 'Ana;\'"=1+1;'],
    ['Ana\t-1', "Ana\t'-1"],
    ['=1;+1', "'=1;'+1"],
  ])('takes the start of a cell of %j by what parts cells where a comma does not', (text, safe) => {
    expect(csvSafeCell(text)).toBe(safe)
  })

  it.each([
    'Knots; Splices',
    'a;b=1',
    '',
    'Ana',
    ' Ana',
    '’=',
    '7K3M-9QXT',
    'a=1',
    '（＝）',
    '&=',
    '·-',
    'محمد',
    '1-2',
  ])('lets %j stand', (text) => {
    expect(csvSafeCell(text)).toBe(text)
  })
})
