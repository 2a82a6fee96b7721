const set = (words: string) => new Set(words.split(' '))

/** Words between names that documents keep, drop or join: de la Cruz, van der Berg, bin Salman. */
const PARTICLES = set(
  'de del della dello dei degli di da do dos das du des d la le lo las los van von der den dem ten ter te zu zum zur ' +
    'af av bin ibn ben bint binti binte bte bt ap ab y e i und et op t s z',
)
/** The Arabic article, also as it sounds before the sun letters. */
const ARTICLES = set('al el ul il ad ar as ash at az an ud un ur us ush ut uz ال')
const TITLES = set(
  'dr prof professor doctor mr mrs ms miss mx sir dame lady lord rev hon herr frau dipl ing mag dott dssa dra sra srta ' +
    'eng capt captain col maj lt sgt phd dphil md mph msc bsc mba meng beng llm llb dds esq cpa rn shri smt monsieur ' +
    'madame mme mlle señor señora د др д-р',
)
/** Titles that are names too (Goh Eng Soon, Jon Lord, Maj Lindgren): as titles they stand before all names, and MD behind them. */
const TITLES_AND_NAMES = set('eng ing hon lord lady dame mag maj herr md')
/** Particles that are nobody's name. Others are, however they sound: Nguyen Van Minh, Kim Il Sung, Wang De Ming. */
const NEVER_NAMES = set('del della dello dei degli dos der von zum zur ibn bint binti binte')
/** Which of two people of one name is meant: here another word is another person. */
const GENERATIONS = new Map([
  ['jr', 'jr'],
  ['jnr', 'jr'],
  ['junior', 'jr'],
  ['júnior', 'jr'],
  ['sr', 'sr'],
  ['snr', 'sr'],
  ['senior', 'sr'],
  ['ii', 'ii'],
  ['iii', 'iii'],
  ['iv', 'iv'],
  ['filho', 'filho'],
  ['neto', 'neto'],
])

export type WordKind = 'name' | 'particle' | 'title' | 'generation'

/** Whether a folded word is the Arabic article in one of its spellings. */
export function isArticle(fold: string): boolean {
  return ARTICLES.has(fold)
}

/** Whether a folded word is a particle where it stands as one. */
export function isParticle(fold: string): boolean {
  return PARTICLES.has(fold) || ARTICLES.has(fold)
}

/** One word for the spellings of a generation, such as `jr` for Junior; undefined where it is none. */
export function generationOf(fold: string): string | undefined {
  return GENERATIONS.get(fold)
}

/** Whether a folded word is a title, whatever else it may be. */
export function isTitle(fold: string): boolean {
  return TITLES.has(fold)
}

/** Where a word stands in a name, and how it is written there. */
export interface WordPlace {
  first: boolean
  last: boolean
  /** Nothing but titles stands before it, or behind it. */
  leads: boolean
  trails: boolean
  small: boolean
  /** It is written small in a name that has capitals. */
  smaller: boolean
  /** The word behind it, folded, and whether a hyphen or nothing parts the two. */
  next: string
  attached: boolean
}

/**
 * What a word of a name is, by its folded form. Single letters count as particles only where they are written small
 * between other words: else they are initials.
 */
export function kindOfWord(fold: string, place: WordPlace): WordKind {
  const { first, last, leads, trails, small } = place
  if (!first && GENERATIONS.has(fold)) return 'generation'
  const isName = TITLES_AND_NAMES.has(fold) && (last || !leads) && !(trails && fold === 'md')
  if ((TITLES.has(fold) && !isName) || (first && !last && fold === 'sr')) return 'title'
  const particle = (PARTICLES.has(fold) && !(first && fold === 'ben')) || (ARTICLES.has(fold) && isBefore(fold, place))
  return particle && !last && (fold.length > 1 || (small && !first)) ? 'particle' : 'name'
}

/** Whether an article stands before what it may: one that sounds otherwise than al only before the letter it sounds like. */
function isBefore(fold: string, { first, next, attached }: WordPlace): boolean {
  return attached || /^(?:[aeu]l|ال)$/.test(fold) || (!first && next.startsWith(fold.slice(1)))
}

/** Whether a word that is no name by its kind and place may be one all the same. */
export function mayBeName(fold: string, kind: WordKind, place: WordPlace): boolean {
  if (kind === 'title') return TITLES_AND_NAMES.has(fold) && !(place.trails && fold === 'md')
  if (kind !== 'particle') return kind === 'name'
  if (place.first) return !place.attached
  const article = ARTICLES.has(fold) && (place.attached || /^(?:[ae]l|ال)$/.test(fold))
  return !NEVER_NAMES.has(fold) && !article && !(place.smaller && (fold.length > 1 || /[yei]/.test(fold)))
}
