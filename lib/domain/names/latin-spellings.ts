import { hanVariants } from './han-variants'
import type { NameLetter } from './name-letters'
import type { NameReason } from './name-reason'
import { type Lattice, type Spelling, spellingTable } from './spelling-lattice'

/** Accents of Latin, Greek and Cyrillic, the vowel points of Arabic and Hebrew, the dot under Devanagari letters. */
const MARKS = /[\u0300-\u036F\u0591-\u05BD\u05BF-\u05C7\u064B-\u065F\u0670\u093C]/gu
/** Letters of their own, whose mark is no accent: й is not и. */
const WHOLE = /^[йўїѓќ]/u

const HAN = /^\p{Script=Han}$/u

/** Letters whose stroke or hook is no mark in Unicode, without it. */
const BARE = spellingTable('ø=o;ł=l;đ=d;ð=d;ħ=h;ŧ=t;ɓ=b;ɗ=d;ƙ=k;ŀ=l;ʿ=_;ʾ=_;ơ=o;ư=u')
/** What is written instead by rule: the passport's way, or the way of another language. */
const WRITTEN_OUT = spellingTable(
  'ä=ae;ö=oe;ü=ue yu;ű=ue;ő=oe;å=aa;ø=oe;æ=ae e;œ=oe;ß=ss s;þ=th;ð=dh th;đ=dj;č=ch;ć=ch;š=sh;ž=zh;ş=sh;ș=sh;ç=ch;' +
    'ğ=gh _;ñ=ny nn;ə=a e;ŋ=ng;ț=ts;ţ=ts;ĳ=ij;ÿ=ij',
)
/** One letter as Arabic, Persian and Urdu type it, and forms that differ in nothing but their looks. */
const SAME_LETTER = spellingTable('ی=ي;ى=ي;ک=ك;ہ=ه;ھ=ه;ة=ه;ـ=_;\u200c=_;\u200d=_;ſ=s;ء=_')

/**
 * A word of one script with the other ways to write each letter: as it stands, without its marks, written out.
 * @returns a lattice whose spellings say what they changed
 */
export function spellingsOf(letters: readonly NameLetter[]): Lattice {
  return letters.map(({ fold }, at) => [
    ...spellingsOfLetter(fold),
    ...nasalSpellings(fold, letters[at + 1]?.fold ?? ''),
  ])
}

/** The nasal of each row of Devanagari consonants, which a dot above the letter before may stand for. */
const NASALS = [
  [/^[क-घ]/, 'ङ्'],
  [/^[च-झ]/, 'ञ्'],
  [/^[ट-ढ]/, 'ण्'],
  [/^[त-ध]/, 'न्'],
  [/^[प-भ]/, 'म्'],
] as const

/** A Devanagari letter with a dot or a moon above it, in the other ways to write the same sound: हिंदी and हिन्दी, गाँधी and गांधी. */
function nasalSpellings(fold: string, next: string): Spelling[] {
  if (!/[ंँ]$/.test(fold)) return []
  const nasal = NASALS.find(([row]) => row.test(next))?.[1]
  return ['ं', ...(nasal === undefined ? [] : [nasal])].map((sign) => ({
    text: fold.slice(0, -1) + sign,
    reason: 'letter_forms',
  }))
}

/** A letter without its marks; itself where the mark makes it another letter. */
export function withoutMarks(fold: string): string {
  if (WHOLE.test(fold)) return fold
  const bare = fold.normalize('NFD').replace(MARKS, '').normalize('NFC')
  return BARE.get(bare)?.[0] ?? (bare === 'ı' ? 'i' : bare)
}

function spellingsOfLetter(fold: string): readonly Spelling[] {
  if (/^[a-z]$/.test(fold)) return [{ text: fold }]
  const spellings: Spelling[] = [{ text: fold }]
  const add = (text: string | undefined, reason: NameReason) => {
    if (text !== undefined && !spellings.some((one) => one.text === text)) spellings.push({ text, reason })
  }
  if (fold === "'") add('', 'apostrophe')
  add(withoutMarks(fold), fold === 'ı' ? 'dotless_i' : 'accents')
  for (const text of SAME_LETTER.get(fold) ?? []) add(text, 'letter_forms')
  for (const text of SAME_LETTER.get(withoutMarks(fold)) ?? []) add(text, 'letter_forms')
  if (HAN.test(fold)) for (const text of hanVariants(fold)) add(text, 'letter_forms')
  for (const text of WRITTEN_OUT.get(fold) ?? []) add(text, 'transliteration')
  add(
    fold
      .replace(/\p{Variation_Selector}/gu, '')
      .normalize('NFKC')
      .toLowerCase(),
    'letter_forms',
  )
  return spellings
}
