import { foldName } from './name-fold'
import type { NameLetter } from './name-letters'
import { isTitle, kindOfWord, mayBeName, type WordKind, type WordPlace } from './name-particles'
import { type NameScript, scriptOfWord } from './name-script'

/** A word of a name: the text between spaces, hyphens and points. */
export interface NameWord {
  letters: readonly NameLetter[]
  fold: string
  script: NameScript
  kind: WordKind
  /** It is a name, or may be one whatever its kind: the Van of Nguyen Van Minh. */
  mayBeName: boolean
  /** What parts it from the word before: a space or other sign, a hyphen, or nothing. */
  joint: ' ' | '-' | ''
}

const APART = /^[\p{P}\p{Z}\p{White_Space}]/u
/** Abdul, and as it sounds before some letters: Abdur Rahman, Abdussalam. */
const ABDUL = /^abd(?:[uea]l(?!lah$)(?=.{3}|$)|[uea](?:[rsdntz]|sh)$|[uea]([rsdntz])(?=\1.{2}))/

interface Chunk {
  letters: NameLetter[]
  joint: NameWord['joint']
}

/** The words of a name, in order, with what each of them is. */
export function readWords(letters: readonly NameLetter[]): NameWord[] {
  const chunks = splitAt(letters, ({ fold }) => fold !== '.' && fold !== "'" && APART.test(fold))
  const words = chunks.flatMap(({ letters: chunk, joint }) => {
    const plain = chunk.filter(({ fold }) => fold !== '.')
    const degree = plain.length < chunk.length && kindOfWord(foldName(plain), AS_TITLE) === 'title'
    const parts = degree ? [{ letters: plain, joint }] : splitAt(chunk, ({ fold }) => fold === '.')
    return parts.flatMap((part, index) => splitJoined({ ...part, joint: index === 0 ? joint : ' ' }))
  })
  return words
    .filter(({ letters: word }) => word.some(({ fold }) => fold !== "'"))
    .map((chunk) => ({ ...chunk, fold: foldName(chunk.letters) }))
    .map((chunk, index, all) => describe(chunk, placeOf(chunk, index, all)))
}

const NOWHERE = { first: false, last: false, small: false, smaller: false, next: '', attached: false }
/** Whatever may be a title is one. */
const AS_TITLE: WordPlace = { ...NOWHERE, leads: true, trails: true }

function splitAt(letters: readonly NameLetter[], apart: (letter: NameLetter) => boolean): Chunk[] {
  const chunks: Chunk[] = []
  let chunk: NameLetter[] = []
  let joint: NameWord['joint'] = ' '
  const finish = () => {
    if (chunk.length > 0) chunks.push({ letters: chunk, joint })
    if (chunk.length > 0) joint = ' '
    chunk = []
  }
  for (const letter of letters) {
    if (!apart(letter)) {
      chunk.push(letter)
      continue
    }
    finish()
    if (letter.fold === '-') joint = '-'
  }
  finish()
  return chunks
}

/** Parts the article from what it is written together with: Abdulrahman, الفارسي. */
function splitJoined({ letters, joint }: Chunk): Chunk[] {
  const fold = foldName(letters)
  const abdul = ABDUL.exec(fold)?.[0].length
  const cuts = abdul !== undefined ? [3, abdul] : fold.startsWith('عبدال') ? [3, 5] : fold.startsWith('ال') ? [2] : []
  if (cuts.length === 0 || letters.length < (cuts.at(-1) ?? 0) + (fold.startsWith('a') ? 0 : 2)) {
    return [{ letters, joint }]
  }
  const ends = [...cuts, letters.length]
  return ends
    .map((end, index) => letters.slice(ends[index - 1] ?? 0, end))
    .filter((part) => part.length > 0)
    .map((part, index) => ({ letters: part, joint: index === 0 ? joint : '' }))
}

type Folded = Chunk & { fold: string }

function placeOf({ letters }: Folded, index: number, all: readonly Folded[]): WordPlace {
  const isSmall = ({ written, fold }: NameLetter) => written === fold
  const small = letters.every(isSmall)
  const [before, behind] = [all.slice(0, index), all.slice(index + 1)]
  const [next] = behind
  return {
    first: index === 0,
    last: next === undefined,
    leads: before.every(({ fold }) => isTitle(fold)),
    trails: behind.every(({ fold }) => isTitle(fold)),
    small,
    smaller: small && !all.every((word) => word.letters.every(isSmall)),
    next: next?.fold ?? '',
    attached: next !== undefined && next.joint !== ' ',
  }
}

function describe({ letters, joint, fold }: Folded, place: WordPlace): NameWord {
  const kind = kindOfWord(fold, place)
  return { letters, fold, script: scriptOfWord(letters), kind, mayBeName: mayBeName(fold, kind, place), joint }
}

/** Letters before which the Arabic article sounds like them. */
const SUN = /^[تثدذرزسشصضطظلن]/

/**
 * Several words as one in which the article is written as it sounds, as in Noureddine and Abdessalam.
 * @returns null where it sounds as it is written
 */
export function joinAsSpoken(words: readonly NameWord[]): NameWord | null {
  const isSilent = ({ fold }: NameWord, at: number) => fold === 'ال' && SUN.test(words[at + 1]?.fold ?? '')
  if (!words.some(isSilent)) return null
  return joinWords(
    words.map((word, at) =>
      isSilent(word, at)
        ? { ...word, letters: word.letters.slice(0, 1).map((alif) => ({ ...alif, fold: 'ٱ' })), fold: 'ٱ' }
        : word,
    ),
  )
}

/** Several words as one, for comparing with a word that was written together. */
export function joinWords(words: readonly NameWord[]): NameWord {
  const letters = words.flatMap((word) => word.letters)
  const [first] = words
  const [fold, script] = [foldName(letters), scriptOfWord(letters)]
  return { letters, fold, script, kind: 'name', mayBeName: true, joint: first?.joint ?? ' ' }
}
