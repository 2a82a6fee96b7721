/**
 * The characters that a spreadsheet may pass over before it looks for a formula: white space, control and invisible
 * ones, and quotation marks.
 */
const PASSED_OVER = /^[\s"\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]+/u
/** Where many countries write a comma in numbers, their spreadsheets part cells here, whatever is quoted between commas. */
const OTHER_SEPARATOR = /(?<=[;\t])/

/**
 * A text as it may stand in a cell of a CSV export: one that a spreadsheet would run as a formula gets a leading
 * apostrophe. That is one that starts with `= + - @`, tab or CR (spec part 11), also in a width or shape that
 * a spreadsheet folds to them (`＝`, `﹢`, `−`), also behind what it passes over. What follows a semicolon or a tab is such a text, too.
 * Quoting is left to the CSV writer.
 */
export function csvSafeCell(text: string): string {
  const [passed = ''] = PASSED_OVER.exec(text) ?? []
  const [first = '', ...further] = text.slice(passed.length).split(OTHER_SEPARATOR)
  const start = /^[\t\r\n]/.test(text) || isFormula(first) ? "'" : ''
  return [start, passed, first, ...further.map((part) => (isFormula(part) ? `'${part}` : part))].join('')
}

function isFormula(text: string): boolean {
  const [sign = ''] = text.replace(PASSED_OVER, '')
  const [first = ''] = sign.normalize('NFKC')
  return /[=+\-@\u2010-\u2015\u2212]/u.test(first)
}
