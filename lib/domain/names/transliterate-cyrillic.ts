import { type Lattice, latticeFromTable, spellingTable } from './spelling-lattice'

/**
 * Russian, Ukrainian, Belarusian, Bulgarian, Macedonian and Serbian letters in the spellings of passports (ICAO Doc
 * 9303 part 3 section 6), of BGN/PCGN, of ISO 9, of Serbian Latin, and of English, French and German habit.
 */
const TABLE = spellingTable(`
а=a; б=b; в=v w; г=g h gh; ґ=g; д=d; ђ=đ dj d; ѓ=gj g; е=e ye ie je; є=ye ie e je; ё=e yo io jo ye o; ж=zh ž j z
з=z s; ѕ=dz; и=i y; і=i y; ї=i yi ji; й=y i j; ј=j y i; к=k c; л=l; љ=lj l ly; м=m; н=n; њ=nj n ny; о=o; п=p
р=r; с=s ss; т=t; ћ=ć c ch tj; ќ=kj k; у=u ou w; ў=u w; ф=f ph; х=kh h x ch; ц=ts c tz; ч=ch č c tch tsch
џ=dž dz dj; ш=sh š s sch ch; щ=shch sch sht šč šč shh; ъ=_ a ie u; ы=y i; ь=_ ' y; э=e eh; ю=yu iu ju u
^ю=yu iu ju; я=ya ia ja a; ^я=ya ia ja; ѝ=i; ий=y iy ii ij i yi yy; ый=y yi yy iy yj; кс=ks x; др=dr der dre
дж=dzh j dj dž dz; зг=zh zgh zg; '=_
`)

/** A Cyrillic word, folded, in its Latin spellings. */
export function transliterateCyrillic(letters: readonly string[]): Lattice {
  return latticeFromTable(letters, TABLE)
}
