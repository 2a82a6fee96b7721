import type { NameLetter } from './name-letters'

const CJK = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]`
const SPACE_IN_CJK = new RegExp(`(${CJK}) (?=${CJK})`, 'gu')

/** In Chinese, Japanese and Korean the space between family and given name is a matter of typesetting. */
function set(text: string): string {
  return text.replace(/ +/g, ' ').replace(/ ?- ?/g, '-').trim().replace(SPACE_IN_CJK, '$1')
}

/**
 * What two names that are `same` have in common: the letters without regard to case, the amount of space, and the
 * typography of hyphens and apostrophes. Missing accents, points, hyphens or apostrophes all make another fold.
 */
export function foldName(letters: readonly NameLetter[]): string {
  return set(letters.map(({ fold }) => fold).join(''))
}

/** The fold by the Turkish rule for the dotted letter, whose capital is İ; the capital I stays apart from both. */
export function foldTurkishName(letters: readonly NameLetter[]): string {
  return set(letters.map(({ written, fold }) => (written === 'İ' ? 'i' : written === 'I' ? 'I' : fold)).join(''))
}

/** The fold with its capitals, to tell whether case is all that differs. */
export function foldTypography(letters: readonly NameLetter[]): string {
  return set(letters.map(({ written, fold }) => (/[\p{Lu}\p{Lt}\p{Ll}]/u.test(written) ? written : fold)).join(''))
}
