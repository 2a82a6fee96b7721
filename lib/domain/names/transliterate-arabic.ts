import { withoutMarks } from './latin-spellings'
import { withShortVowels } from './short-vowels'
import { type Lattice, spellingTable } from './spelling-lattice'

/** Arabic and Persian letters in the Latin spellings of the Levant, the Gulf, the Maghreb and Iran. */
const TABLE = spellingTable(`
ا=a aa e i o u _; ٱ=a e i o u; ^ا=a e i o u; اي=i e ee ei ai ay ey y; او=u o ou oo aw au ow; ب=b; پ=p; ت=t; ث=th s t
ج=j g dj; چ=ch tch; ح=h; خ=kh h k; د=d; ذ=dh z d th; ر=r; ز=z; ژ=zh j; س=s c; ش=sh ch s; ص=s c; ض=d dh z; ط=t
ظ=z dh d; ع=_ a aa e i o u; ^ع=a e i o u; غ=gh g; ف=f ph; ق=q k g c; ك=k c; ک=k c; گ=g; ل=l; م=m; ن=n
ه=h e eh a ah; ة=a ah at e eh h _; و=w v ou oo u o aw au ow ue; ى=a i y e; ي=y i ee ei ai ay ey ie j; لل=l lal lil
عي=i e ee ei ai ay ey ie y j ae aee aie; طه=taha teha tah teh tih t th
ی=y i ee ei ai ay ey ie a; ء=_; ئ=y i e _; ؤ=w u o ou _; ـ=_; \u200c=_; \u200d=_
`)

/**
 * An Arabic word, folded, in its Latin spellings: every consonant and long vowel as it may be written, and between
 * consonants a short vowel, which Arabic leaves out. Latin doubles (Mohammed, Hassan) are to be made single before.
 */
export function transliterateArabic(letters: readonly string[]): Lattice {
  const bare = letters.map((letter) => (TABLE.has(letter) ? letter : withoutMarks(letter)))
  const lattice = withShortVowels(bare, TABLE)
  // As in the Maghreb: Yassine, Noureddine.
  return bare.at(-1) === 'ن' ? [...lattice, [{ text: '' }, { text: 'e' }]] : lattice
}
