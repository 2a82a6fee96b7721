import { foldName } from './name-fold'
import type { NameLetter } from './name-letters'
import { kindOfWord, type WordKind } from './name-particles'
import { type NameScript, scriptOfWord } from './name-script'

/** A word of a name: the text between spaces, hyphens and points. */
export interface NameWord {
  letters: readonly NameLetter[]
  fold: string
  script: NameScript
  kind: WordKind
  /** What parts it from the word before: a space or other sign, a hyphen, or nothing. */
  joint: ' ' | '-' | ''
}

const APART = /^[\p{P}\p{Z}\p{White_Space}]/u
const ABDUL = /^(abd)([uea]l)(?!lah$)(?:.{3,})?$/

interface Chunk {
  letters: NameLetter[]
  joint: NameWord['joint']
}

/** The words of a name, in order, with what each of them is. */
export function readWords(letters: readonly NameLetter[]): NameWord[] {
  const chunks = splitAt(letters, ({ fold }) => fold !== '.' && fold !== "'" && APART.test(fold))
  const words = chunks.flatMap(({ letters: chunk, joint }) => {
    const plain = chunk.filter(({ fold }) => fold !== '.')
    const degree = plain.length < chunk.length && kindOfWord(foldName(plain), ANYWHERE) === 'title'
    const parts = degree ? [{ letters: plain, joint }] : splitAt(chunk, ({ fold }) => fold === '.')
    return parts.flatMap((part, index) => splitJoined({ ...part, joint: index === 0 ? joint : ' ' }))
  })
  return words
    .filter(({ letters: word }) => word.some(({ fold }) => fold !== "'"))
    .map((chunk, index, { length }) => describe(chunk, index === 0, index === length - 1))
}

const ANYWHERE = { first: false, last: false, small: false }

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
  const cuts = ABDUL.test(fold) ? [3, 5] : fold.startsWith('عبدال') ? [3, 5] : fold.startsWith('ال') ? [2] : []
  if (cuts.length === 0 || letters.length < (cuts.at(-1) ?? 0) + (fold.startsWith('a') ? 0 : 2)) {
    return [{ letters, joint }]
  }
  const ends = [...cuts, letters.length]
  return ends
    .map((end, index) => letters.slice(ends[index - 1] ?? 0, end))
    .filter((part) => part.length > 0)
    .map((part, index) => ({ letters: part, joint: index === 0 ? joint : '' }))
}

function describe({ letters, joint }: Chunk, first: boolean, last: boolean): NameWord {
  const fold = foldName(letters)
  const small = letters.every(({ written, fold: folded }) => written === folded)
  return { letters, fold, script: scriptOfWord(letters), kind: kindOfWord(fold, { first, last, small }), joint }
}

/** Several words as one, for comparing with a word that was written together. */
export function joinWords(words: readonly NameWord[]): NameWord {
  const letters = words.flatMap((word) => word.letters)
  const [first] = words
  return { letters, fold: foldName(letters), script: scriptOfWord(letters), kind: 'name', joint: first?.joint ?? ' ' }
}
