import { withoutMarks } from './latin-spellings'
import { withShortVowels } from './short-vowels'
import { type Lattice, spellingTable } from './spelling-lattice'

/** Hebrew letters in the Latin spellings of Israeli passports and of English and German habit. */
const TABLE = spellingTable(`
א=_ a e i o u; ב=b v; ג=g j; ד=d; ה=h _ a ah e eh; ו=v w o u oo; ז=z; ח=h ch kh; ט=t; י=y i j ee e ei ai ie
כ=k ch kh c; ך=ch kh k; ל=l; מ=m; ם=m; נ=n; ן=n; ס=s; ע=_ a e i o u; פ=p f ph; ף=f ph p; צ=tz ts z c; ץ=tz ts z
ק=k c q; ר=r; ש=sh s sch; ת=t th; ג'=j g; '=_
`)

/** A Hebrew word, folded, in its Latin spellings, with a vowel or none between letters; Latin doubles made single. */
export function transliterateHebrew(letters: readonly string[]): Lattice {
  return withShortVowels(letters.map(withoutMarks), TABLE)
}
