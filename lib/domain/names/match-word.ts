import { spellingsOf, withoutMarks } from './latin-spellings'
import { isParticle } from './name-particles'
import type { NameReason } from './name-reason'
import type { NameScript } from './name-script'
import { variantReason } from './name-variants'
import type { NameWord } from './name-words'
import { type Lattice, sharedSpelling } from './spelling-lattice'
import { transliterateArabic } from './transliterate-arabic'
import { transliterateCyrillic } from './transliterate-cyrillic'
import { transliterateDevanagari } from './transliterate-devanagari'
import { transliterateGreek } from './transliterate-greek'
import { transliterateHebrew } from './transliterate-hebrew'

/** How two words of two names agree. */
export interface WordMatch {
  /** 0 the same letters, 1 but for marks and typography, 2 in another spelling, 3 one is the initial of the other. */
  distance: 0 | 1 | 2 | 3
  reasons: readonly NameReason[]
}

const LONGEST = 60
const WITH_INITIALS = new Set<NameScript>(['latin', 'cyrillic', 'greek'])
const TO_LATIN = new Map<NameScript, (letters: readonly string[]) => Lattice>([
  ['cyrillic', transliterateCyrillic],
  ['greek', transliterateGreek],
  ['arabic', transliterateArabic],
  ['hebrew', transliterateHebrew],
  ['devanagari', transliterateDevanagari],
])
/** Writing in which a doubled consonant stands once. */
const SINGLE = new Set<NameScript>(['arabic', 'hebrew', 'devanagari'])
const FAR = new Set<NameReason>(['transliteration', 'script', 'particle', 'abbreviation'])

/** Whether the page can read a script beside a Latin name. */
export function canTransliterate(script: NameScript): boolean {
  return TO_LATIN.has(script)
}

/** Whether two words are the same, or spellings of one word; null where they are not. */
export function matchWord(a: NameWord, b: NameWord): WordMatch | null {
  if (a.fold === b.fold) return { distance: 0, reasons: [] }
  if (a.script === 'mixed' || b.script === 'mixed') return null
  if (a.letters.length > LONGEST || b.letters.length > LONGEST) return null
  const reasons = a.script === b.script ? matchSpelling(a, b) : matchScripts(a, b)
  if (reasons) return { distance: reasons.some((reason) => FAR.has(reason)) ? 2 : 1, reasons }
  return isInitial(a, b) || isInitial(b, a) ? { distance: 3, reasons: ['initial'] } : null
}

function plainText(word: NameWord): string {
  return word.letters.map(({ fold }) => withoutMarks(fold)).join('')
}

function matchSpelling(a: NameWord, b: NameWord): NameReason[] | null {
  const shared = sharedSpelling(spellingsOf(a.letters), spellingsOf(b.letters))
  if (shared) return [...new Set(shared)]
  if (a.script !== 'latin') return null
  const variant = variantReason(plainText(a), plainText(b))
  // Al and Ash, Ben and Bin, are one word where they are particles, and two names elsewhere.
  const areParticles = a.kind === 'particle' && b.kind === 'particle'
  const isAnother = variant === 'particle' && !areParticles && isParticle(plainText(a))
  return variant && !isAnother ? [variant] : null
}

function matchScripts(a: NameWord, b: NameWord): NameReason[] | null {
  const [latin, other] = a.script === 'latin' ? [a, b] : [b, a]
  const toLatin = TO_LATIN.get(other.script)
  if (latin.script !== 'latin' || !toLatin) return null
  const letters = SINGLE.has(other.script)
    ? latin.letters.filter(({ fold }, at) => fold !== latin.letters[at - 1]?.fold || /[aeiou]/.test(fold))
    : latin.letters
  if (other.fold === 'ال' && variantReason(latin.fold, 'al') === 'particle') return ['script']
  const shared = sharedSpelling(toLatin(other.letters.map(({ fold }) => fold)), spellingsOf(letters))
  return shared && [...new Set<NameReason>(['script', ...shared])]
}

function isInitial(short: NameWord, long: NameWord): boolean {
  const [letter] = short.letters
  const [first] = long.letters
  if (!letter || !first || short.letters.length !== 1 || long.letters.length < 2) return false
  // John J. Smith is not said to be John Smith Jr.
  if (long.kind === 'generation' || long.kind === 'title') return false
  return (
    short.script === long.script &&
    WITH_INITIALS.has(short.script) &&
    withoutMarks(letter.fold) === withoutMarks(first.fold)
  )
}
