const set = (words: string) => new Set(words.split(' '))

/** Words between names that documents keep, drop or join: de la Cruz, van der Berg, bin Salman. */
const PARTICLES = set(
  'de del della dello dei degli di da do dos das du des d la le lo las los van von der den dem ten ter te zu zum zur ' +
    'af av bin ibn ben bint binti binte bte bt ap ab y e i und et op t s z',
)
/** The Arabic article, also as it sounds before the sun letters. */
const ARTICLES = set('al el ul il ad ar as ash at az an ur us ال')
const TITLES = set(
  'dr prof professor doctor mr mrs ms miss mx sir dame lady lord rev hon herr frau dipl ing mag dott dssa dra sra srta ' +
    'eng capt captain col maj lt sgt phd dphil md mph msc bsc mba meng beng llm llb dds esq cpa rn shri smt monsieur ' +
    'madame mme mlle señor señora د др д-р',
)
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

/** One word for the spellings of a generation, such as `jr` for Junior; undefined where it is none. */
export function generationOf(fold: string): string | undefined {
  return GENERATIONS.get(fold)
}

/**
 * What a word of a name is, by its folded form. Single letters count as particles only where they are written small
 * between other words: else they are initials.
 */
export function kindOfWord(fold: string, place: { first: boolean; last: boolean; small: boolean }): WordKind {
  const { first, last, small } = place
  if (!first && GENERATIONS.has(fold)) return 'generation'
  if (TITLES.has(fold) || (first && !last && fold === 'sr')) return 'title'
  const particle = PARTICLES.has(fold) || ARTICLES.has(fold)
  return particle && !last && (fold.length > 1 || (small && !first)) ? 'particle' : 'name'
}
