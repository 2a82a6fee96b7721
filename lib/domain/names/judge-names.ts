import { alignWords, type WordAlignment, type WordPair } from './align-words'
import { markDifferences, type LetterMarks } from './mark-differences'
import { canTransliterate } from './match-word'
import type { NameReason } from './name-reason'
import type { NameWord } from './name-words'

/** The result of comparing two names word by word. */
interface NameJudgement {
  likely: boolean
  reasons: NameReason[]
  marks: LetterMarks
}

/** Compares two names word by word, once it is known that they are not simply the same. */
export function judgeNames(a: readonly NameWord[], b: readonly NameWord[]): NameJudgement {
  const alignment = alignWords(a, b)
  const marks = markDifferences(a, b, alignment)
  const missing = missingReasons(a, b, alignment)
  if (!missing) return { likely: false, reasons: differentReasons(marks), marks }
  const reasons = [...alignment.pairs.flatMap(({ match }) => match.reasons), ...missing]
  if (isReordered(a, b, alignment)) reasons.push('order')
  if (isRejoined(a, b, alignment)) reasons.push('hyphen')
  return { likely: true, reasons: reasons.length > 0 ? reasons : ['punctuation'], marks }
}

/** What one of the names has over the other, where that may be; null where it makes them different. */
function missingReasons(
  a: readonly NameWord[],
  b: readonly NameWord[],
  { pairs, leftA, leftB }: WordAlignment,
): NameReason[] | null {
  const left = (words: readonly NameWord[], places: number[], kind: NameWord['kind']) =>
    places.filter((place) => words[place]?.kind === kind)
  const oneSided = (kind: NameWord['kind']) => {
    const [fromA, fromB] = [left(a, leftA, kind), left(b, leftB, kind)]
    return fromA.length > 0 && fromB.length > 0 ? null : { places: [...fromA, ...fromB], words: fromA.length ? a : b }
  }
  const ofNames = pairs.filter((pair) => pairsNames(a, b, pair))
  const whole = ofNames.filter(({ match }) => match.distance < 3).length
  const named = ofNames.length
  const numbered = [...leftA.map((at) => a[at]), ...leftB.map((at) => b[at])].some((word) => word?.script === 'none')
  const [names, particles, generations] = [oneSided('name'), oneSided('particle'), oneSided('generation')]
  if (!names || !particles || !generations || whole === 0 || numbered) return null
  if (areOthers(a, leftA, b, leftB)) return null
  const titles = [...left(a, leftA, 'title').map((at) => a[at]), ...left(b, leftB, 'title').map((at) => b[at])]
  if (named < 2 && titles.some((word) => word?.mayBeName)) return null
  if (names.places.length > 0 && (named < 2 || names.places.length > 2 * named)) return null
  if (particles.places.length > 0 && named < 2) return null
  const reasons: NameReason[] = names.places.map((place) =>
    isMiddle(names.words, place) ? 'middle_name_missing' : 'name_missing',
  )
  if (particles.places.length > 0) reasons.push('particle')
  if (generations.places.length > 0) reasons.push('generation')
  if (titles.length > 0) reasons.push('title')
  return reasons
}

/** A generation in another writing: John Smith V, beside John Smith IV. */
const NUMBERED = /^[ivx]+$|\p{N}/u

/**
 * Whether each name has over the other what may tell its bearer: Le Minh Anh and Tran Minh Anh, though Le is a particle elsewhere. A
 * generation and a middle name do not stand for each other.
 */
function areOthers(a: readonly NameWord[], leftA: number[], b: readonly NameWord[], leftB: number[]): boolean {
  const telling = (words: readonly NameWord[], left: number[]) => left.filter((at) => words[at]?.mayBeName)
  const [namesA, namesB] = [telling(a, leftA), telling(b, leftB)]
  if (namesA.length > 0 && namesB.length > 0) return true
  const isAtEnd = (words: readonly NameWord[], at: number) =>
    !isMiddle(words, at) || NUMBERED.test(words[at]?.fold.normalize('NFKC') ?? '')
  const isOfGeneration = (words: readonly NameWord[], left: number[]) =>
    left.some((at) => words[at]?.kind === 'generation')
  return (
    (isOfGeneration(a, leftA) && namesB.some((at) => isAtEnd(b, at))) ||
    (isOfGeneration(b, leftB) && namesA.some((at) => isAtEnd(a, at)))
  )
}

/** Whether names stand on both sides of a word. */
function isMiddle(words: readonly NameWord[], place: number): boolean {
  const isName = ({ kind }: NameWord) => kind === 'name'
  return words.slice(0, place).some(isName) && words.slice(place + 1).some(isName)
}

/** Whether a pair is one of names, which An and Ben may be where they stand at the end. */
function pairsNames(a: readonly NameWord[], b: readonly NameWord[], pair: WordPair): boolean {
  return a[pair.a[0] ?? 0]?.kind === 'name' || b[pair.b[0] ?? 0]?.kind === 'name'
}

function isReordered(a: readonly NameWord[], b: readonly NameWord[], { pairs }: WordAlignment): boolean {
  const places = pairs.filter((pair) => pairsNames(a, b, pair)).map((pair) => pair.b[0] ?? 0)
  return places.some((place, index) => index > 0 && place < (places[index - 1] ?? 0))
}

/** Whether neighbours in both names are parted by a hyphen in one of them only. */
function isRejoined(a: readonly NameWord[], b: readonly NameWord[], { pairs }: WordAlignment): boolean {
  return pairs.some((pair, index) => {
    const before = pairs[index - 1]
    const [atA = 0] = pair.a
    const [atB = 0] = pair.b
    if (before?.a.at(-1) !== atA - 1 || before.b.at(-1) !== atB - 1) return false
    const sameScript = a[atA]?.script === b[atB]?.script
    return sameScript && a[atA]?.joint !== b[atB]?.joint
  })
}

function differentReasons({ distance, swapped, aloneA, aloneB }: LetterMarks): NameReason[] {
  const reasons: NameReason[] = []
  const alone = [...aloneA, ...aloneB]
  const [scriptA, scriptB] = [aloneA, aloneB].map((words) => words.find(({ script }) => script !== 'none')?.script)
  const scripts = scriptA && scriptB && scriptA !== scriptB
  if (scripts && scriptA !== 'mixed' && scriptB !== 'mixed') {
    const readable = [scriptA, scriptB].includes('latin') && (canTransliterate(scriptA) || canTransliterate(scriptB))
    return readable ? ['script', 'other_name'] : ['other_script']
  }
  if (alone.length === 0 && distance === 1) return [swapped ? 'swapped_letters' : 'one_letter']
  if (distance > 0) reasons.push('letters')
  if (aloneA.length > 0 && aloneB.length > 0) reasons.push('other_name')
  else if (alone.length > 0) reasons.push('name_missing')
  return reasons.length > 0 ? reasons : ['name_missing']
}
