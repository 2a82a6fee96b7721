/**
 * What falls apart among right-to-left words unless it is isolated (UAX #9): names in JSON, addresses, sizes, colours, and days
 * such as 2026-03-14, which after an Arabic letter are shown as 14-03-2026.
 */
const CODES =
  /@[a-z]\w*|https?:\/\/(?:[^\s”{}]*[^\s”{}.,:;،؛])?|\d[\d.,]* [kKMG]i?B\b|\d{4}-\d{2}-\d{2}|#[0-9a-f]{6}\b/gi

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/** A message of a language that is read from right to left, with each code in it in one piece. */
export function isolateCodes(message: string): string {
  // A number and its unit stay on one line.
  return message.replace(CODES, (code) => `\u2066${code.replaceAll(' ', '\u00a0')}\u2069`)
}

/** A value, in one piece where it or what surrounds it is read from right to left. */
export function isolateValue(value: string, dir: 'ltr' | 'rtl'): string {
  return dir === 'rtl' || RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value
}
