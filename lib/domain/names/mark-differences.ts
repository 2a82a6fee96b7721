import type { WordAlignment } from './align-words'
import { differLetters } from './letter-difference'
import type { NameLetter } from './name-letters'
import type { NameWord } from './name-words'

/** The parts that are left once all that agrees is taken away, to be named and marked. */
export interface LetterMarks {
  a: NameLetter[]
  b: NameLetter[]
  /** Letters by which words differ that look like one word. */
  distance: number
  swapped: boolean
  /** Words without any counterpart. */
  aloneA: NameWord[]
  aloneB: NameWord[]
}

/** Marks the letters that differ between words that stand for each other, and the whole of words that stand alone. */
export function markDifferences(
  a: readonly NameWord[],
  b: readonly NameWord[],
  { pairs, leftA, leftB }: WordAlignment,
): LetterMarks {
  const marks: LetterMarks = { a: [], b: [], distance: 0, swapped: false, aloneA: [], aloneB: [] }
  const mark = (wordA: NameWord, wordB: NameWord) => {
    const found = differLetters(wordA.letters, wordB.letters)
    marks.a.push(...found.a.flatMap((at) => wordA.letters[at] ?? []))
    marks.b.push(...found.b.flatMap((at) => wordB.letters[at] ?? []))
    return found
  }
  for (const pair of pairs) {
    const [wordA, wordB] = [a[pair.a[0] ?? 0], b[pair.b[0] ?? 0]]
    const single = pair.a.length === 1 && pair.b.length === 1 && pair.match.distance < 3
    if (single && wordA && wordB && wordA.script === wordB.script) mark(wordA, wordB)
  }
  const aloneA = new Set(leftA.flatMap((at) => a[at] ?? []))
  const aloneB = new Set(leftB.flatMap((at) => b[at] ?? []))
  for (const [wordA, wordB] of alike(aloneA, aloneB)) {
    const { distance, swapped } = mark(wordA, wordB)
    marks.distance += distance
    marks.swapped ||= swapped
    aloneA.delete(wordA)
    aloneB.delete(wordB)
  }
  marks.aloneA.push(...aloneA)
  marks.aloneB.push(...aloneB)
  marks.a.push(...marks.aloneA.flatMap(({ letters }) => letters))
  marks.b.push(...marks.aloneB.flatMap(({ letters }) => letters))
  return marks
}

/** Words that share at least half of their letters in their order, the most alike first. */
function alike(a: ReadonlySet<NameWord>, b: ReadonlySet<NameWord>): [NameWord, NameWord][] {
  const candidates = [...a].flatMap((wordA) =>
    [...b].map((wordB) => ({ wordA, wordB, ...differLetters(wordA.letters, wordB.letters) })),
  )
  const usedA = new Set<NameWord>()
  const usedB = new Set<NameWord>()
  return candidates
    .filter(({ wordA, wordB, distance }) => distance * 2 <= Math.max(wordA.letters.length, wordB.letters.length))
    .sort((x, y) => x.distance - y.distance)
    .flatMap(({ wordA, wordB }): [NameWord, NameWord][] => {
      if (usedA.has(wordA) || usedB.has(wordB)) return []
      usedA.add(wordA)
      usedB.add(wordB)
      return [[wordA, wordB]]
    })
}
