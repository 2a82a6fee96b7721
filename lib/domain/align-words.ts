import { matchWord, type WordMatch } from './match-word'
import { joinWords, type NameWord } from './name-words'

/** Words of one name and the words of the other that they stand for: one each, or several written together. */
export interface WordPair {
  a: number[]
  b: number[]
  match: WordMatch
}

export interface WordAlignment {
  pairs: WordPair[]
  /** Words that have no counterpart. */
  leftA: number[]
  leftB: number[]
}

const MOST_JOINED = 4

/** Finds for each word its counterpart: the nearest in spelling first, then the nearest in place. */
export function alignWords(a: readonly NameWord[], b: readonly NameWord[]): WordAlignment {
  const candidates = a.flatMap((wordA, i) =>
    b.flatMap((wordB, j) => {
      const match = matchWord(wordA, wordB)
      return match ? [{ i, j, match }] : []
    }),
  )
  candidates.sort(
    (x, y) =>
      x.match.distance - y.match.distance || Math.abs(x.i - x.j) - Math.abs(y.i - y.j) || x.i - y.i || x.j - y.j,
  )
  const freeA = new Set(a.keys())
  const freeB = new Set(b.keys())
  const pairs: WordPair[] = []
  for (const { i, j, match } of candidates) {
    // Joined words come before initials: J and Paul of "J. Paul" are not the two halves of another word.
    if (!freeA.has(i) || !freeB.has(j)) continue
    if (match.distance === 3 && pairs.length === 0 && candidates.every((one) => one.match.distance === 3)) continue
    freeA.delete(i)
    freeB.delete(j)
    pairs.push({ a: [i], b: [j], match })
  }
  for (const [words, single] of joined(a, freeA, b, freeB)) pairs.push({ a: words, b: single, match: JOINED })
  for (const [words, single] of joined(b, freeB, a, freeA)) pairs.push({ a: single, b: words, match: JOINED })
  pairs.sort((x, y) => (x.a[0] ?? 0) - (y.a[0] ?? 0))
  return { pairs, leftA: [...freeA], leftB: [...freeB] }
}

const JOINED: WordMatch = { distance: 1, reasons: ['hyphen'] }

function joined(many: readonly NameWord[], freeMany: Set<number>, one: readonly NameWord[], freeOne: Set<number>) {
  const found: [number[], number[]][] = []
  for (const j of [...freeOne]) {
    const run = runsOf(freeMany).find((places) => {
      const whole = joinWords(places.flatMap((place) => many[place] ?? []))
      const single = one[j]
      return single !== undefined && (matchWord(whole, single)?.distance ?? 3) < 3
    })
    if (!run) continue
    run.forEach((place) => freeMany.delete(place))
    freeOne.delete(j)
    found.push([run, [j]])
  }
  return found
}

/** Every run of neighbouring places, the longest first. */
function runsOf(places: ReadonlySet<number>): number[][] {
  const runs: number[][] = []
  for (let length = MOST_JOINED; length > 1; length--) {
    for (const start of places) {
      const run = Array.from({ length }, (_, offset) => start + offset)
      if (run.every((place) => places.has(place))) runs.push(run)
    }
  }
  return runs
}
