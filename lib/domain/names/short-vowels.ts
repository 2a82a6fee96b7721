import { type Lattice, latticeFromTable, type Spelling } from './spelling-lattice'

const SHORT_VOWEL: readonly Spelling[] = ['', 'a', 'e', 'i', 'o', 'u'].map((text) => ({ text }))
/** The spellings of letters that are vowels already, or carry one. */
const VOWEL = /^[aeiou]?$/

/**
 * A word of a script that leaves out short vowels, through the script's table, with a vowel or none behind each
 * consonant but the last. A letter whose first spelling in the table is a vowel or nothing counts as a vowel.
 */
export function withShortVowels(letters: readonly string[], table: ReadonlyMap<string, readonly string[]>): Lattice {
  const lattice = latticeFromTable(letters, table)
  return lattice.flatMap((spellings, at) => {
    const last = at === lattice.length - 1
    return last || VOWEL.test(spellings[0]?.text ?? '') ? [spellings] : [spellings, SHORT_VOWEL]
  })
}
