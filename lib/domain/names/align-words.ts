import { matchWord, type WordMatch } from './match-word'
import { joinAsSpoken, joinWords, type NameWord } from './name-words'

/** Words of one name and their counterparts in the other: one word each, or several written together. */
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

interface Free {
  a: Set<number>
  b: Set<number>
}

/**
 * Finds for each word its counterpart: the nearest in spelling first, then the nearest in place. Words written together
 * come before initials: the O of O Brien stands for itself, and not for the whole of O'Brien.
 */
export function alignWords(a: readonly NameWord[], b: readonly NameWord[]): WordAlignment {
  const candidates = a.flatMap((wordA, i) =>
    b.flatMap((wordB, j) => {
      const match = matchWord(wordA, wordB)
      return match ? [{ a: [i], b: [j], match, apart: Math.abs(i - j) }] : []
    }),
  )
  candidates.sort((x, y) => x.match.distance - y.match.distance || x.apart - y.apart)
  const free: Free = { a: new Set(a.keys()), b: new Set(b.keys()) }
  const pairs = [
    ...take(
      candidates.filter(({ match }) => match.distance < 3),
      free,
    ),
    ...take(joined(a, b, free, false), free),
    ...take(joined(b, a, { a: free.b, b: free.a }, true), free),
    ...take(
      candidates.filter(({ match }) => match.distance === 3),
      free,
    ),
  ]
  pairs.sort((x, y) => (x.a[0] ?? 0) - (y.a[0] ?? 0))
  return { pairs, leftA: [...free.a], leftB: [...free.b] }
}

/** Those of the candidates, in their order, whose words are all still free; they are free no longer. */
function take(candidates: readonly WordPair[], free: Free): WordPair[] {
  return candidates.filter(({ a, b }) => {
    if (!a.every((place) => free.a.has(place)) || !b.every((place) => free.b.has(place))) return false
    a.forEach((place) => free.a.delete(place))
    b.forEach((place) => free.b.delete(place))
    return true
  })
}

/** Runs of free words that stand for one word of the other name, which was written together. */
function joined(many: readonly NameWord[], one: readonly NameWord[], free: Free, mirrored: boolean): WordPair[] {
  return [...free.b].flatMap((place) => {
    const single = one[place]
    return runsOf(free.a).flatMap((run): WordPair[] => {
      const words = run.flatMap((at) => many[at] ?? [])
      const spoken = joinAsSpoken(words)
      const match = single && (matchWord(joinWords(words), single) ?? (spoken && matchWord(spoken, single)))
      if (!match || match.distance === 3) return []
      const pair = { match: { distance: match.distance, reasons: [...match.reasons, 'hyphen' as const] } }
      return [mirrored ? { ...pair, a: [place], b: run } : { ...pair, a: run, b: [place] }]
    })
  })
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
