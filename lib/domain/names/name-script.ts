import type { NameLetter } from './name-letters'

export type NameScript = (typeof SCRIPTS)[number][0] | 'other' | 'none' | 'mixed'

const SCRIPTS = [
  ['latin', /^\p{Script=Latin}/u],
  ['cyrillic', /^\p{Script=Cyrillic}/u],
  ['greek', /^\p{Script=Greek}/u],
  ['arabic', /^\p{Script=Arabic}/u],
  ['hebrew', /^\p{Script=Hebrew}/u],
  ['devanagari', /^\p{Script=Devanagari}/u],
  ['cjk', /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u],
] as const

const LETTER = /^\p{L}/u
const SHARED = /^[\p{Script=Common}\p{Script=Inherited}]/u

/** The script of one letter; `none` for digits, apostrophes and other characters that every script shares. */
function scriptOfLetter({ fold }: NameLetter): NameScript {
  const letter = fold.normalize('NFKC')
  const known = SCRIPTS.find(([, pattern]) => pattern.test(letter))
  if (known) return known[0]
  return LETTER.test(letter) && !SHARED.test(letter) ? 'other' : 'none'
}

/**
 * The script of a word. `mixed` is a word whose letters come from several scripts, as when a Cyrillic а stands in a
 * Latin name to look like another: no honest spelling does that.
 */
export function scriptOfWord(letters: readonly NameLetter[]): NameScript {
  const scripts = new Set(letters.map(scriptOfLetter))
  scripts.delete('none')
  const [first = 'none'] = scripts
  return scripts.size > 1 ? 'mixed' : first
}
