/**
 * The characters that a spreadsheet may pass over before it looks for a formula: white space, control and invisible
 * ones.
 */
const PASSED_OVER = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]+/u

/**
 * A text as it may stand in a cell of a CSV export: one that a spreadsheet would run as a formula gets a leading
 * apostrophe. That is one that starts with `= + - @`, tab or CR (spec part 11), also in a width or shape that
 * a spreadsheet folds to them (`＝`, `﹢`, `−`), also behind what it passes over. Quoting is left to the CSV writer.
 */
export function csvSafeCell(text: string): string {
  const [first = ''] = text.replace(PASSED_OVER, '').normalize('NFKC')
  return /^[\t\r\n]/.test(text) || /[=+\-@\u2010-\u2015\u2212]/u.test(first) ? `'${text}` : text
}
