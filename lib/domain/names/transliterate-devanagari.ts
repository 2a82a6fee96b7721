import { type Lattice, type Spelling, spellingTable } from './spelling-lattice'

/** Devanagari signs as Hindi, Marathi and Nepali names are spelled in Latin letters. */
const TABLE = spellingTable(`
क=k c; ख=kh; ग=g; घ=gh; ङ=n; च=ch c; छ=chh ch; ज=j z; झ=jh z; ञ=n; ट=t; ठ=th; ड=d r; ढ=dh rh; ण=n; त=t th; थ=th
द=d dh; ध=dh; न=n; प=p; फ=ph f; ब=b v; भ=bh; म=m; य=y i; र=r; ल=l; ळ=l; व=v w b; श=sh s; ष=sh s; स=s; ह=h
क्ष=ksh x; ज्ञ=gy jn gn dny; वर्=var ver vr war; ाव=av aw ab aav aaw aab ao aao; अ=a; आ=a aa; इ=i; ई=i ee; उ=u; ऊ=u oo; ऋ=ri ru; ए=e; ऐ=ai; ओ=o; औ=au ou; ा=a aa
ि=i e; ी=i ee y; ु=u oo; ू=u oo; ृ=ri ru; े=e; ै=ai ei e; ो=o; ौ=au ou o; ं=n m; ँ=n _; ः=h _; ंह=ngh nh
\u200c=_; \u200d=_
`)
const CONSONANT = /[क-ह]$/u
/** Consonants that are aspirated by the sign behind them in Unicode. */
const ASPIRATED = /[कगचजटडतदपब]/u
const INHERENT: readonly Spelling[] = [{ text: 'a' }, { text: '' }]

/** Whether two consonants are one that lasts: म्म, and द्ध. */
function isDouble(one: string, next: string): boolean {
  const isAspirated = ASPIRATED.test(one) && next.codePointAt(0) === (one.codePointAt(0) ?? 0) + 1
  return CONSONANT.test(one) && (one === next || isAspirated)
}

/** A Devanagari word, folded, in its Latin spellings; the vowel that a bare consonant has may be left out. */
export function transliterateDevanagari(letters: readonly string[]): Lattice {
  const signs = Array.from(
    letters
      .join('')
      .normalize('NFD')
      .replace(/\u093C/g, '')
      .replace(/(.)्(?=(.))/gu, (doubled, one: string, next: string) => (isDouble(one, next) ? '' : doubled)),
  )
  const lattice: (readonly Spelling[])[] = []
  for (let at = 0; at < signs.length;) {
    const length = [3, 2, 1].find((count) => TABLE.has(signs.slice(at, at + count).join(''))) ?? 1
    const sign = signs.slice(at, at + length).join('')
    at += length
    if (sign === '्') continue
    lattice.push((TABLE.get(sign) ?? [sign]).map((text) => ({ text })))
    const takesVowel = CONSONANT.test(sign) && !/^[ा-ौ्]/u.test(signs[at] ?? '')
    if (takesVowel) lattice.push(INHERENT)
  }
  return lattice
}
