import type { NameLetter } from './name-letters'

/** Letters of one text that the other lacks, by their places in the lists. */
interface LetterDifference {
  a: number[]
  b: number[]
  /** Letters inserted, left out, exchanged, or swapped with their neighbour (optimal string alignment). */
  distance: number
  swapped: boolean
}

/** Longer texts are compared from both ends only, since the table of all pairs would grow too large. */
const LONGEST = 120

/** The least difference between two texts, letter by letter in their folded forms. */
export function differLetters(a: readonly NameLetter[], b: readonly NameLetter[]): LetterDifference {
  let from = 0
  while (from < a.length && from < b.length && a[from]?.fold === b[from]?.fold) from++
  let endA = a.length
  let endB = b.length
  while (endA > from && endB > from && a[endA - 1]?.fold === b[endB - 1]?.fold) {
    endA--
    endB--
  }
  const middleA = a.slice(from, endA).map(({ fold }) => fold)
  const middleB = b.slice(from, endB).map(({ fold }) => fold)
  const found = middleA.length > LONGEST || middleB.length > LONGEST ? all(middleA, middleB) : align(middleA, middleB)
  const shift = (places: number[]) => places.map((place) => place + from)
  return { ...found, a: shift(found.a), b: shift(found.b) }
}

function all(a: readonly string[], b: readonly string[]): LetterDifference {
  const distance = Math.max(a.length, b.length)
  return { a: [...a.keys()], b: [...b.keys()], distance, swapped: false }
}

function align(a: readonly string[], b: readonly string[]): LetterDifference {
  const width = b.length + 1
  const costs = new Array<number>((a.length + 1) * width).fill(0)
  const cost = (i: number, j: number) => costs[i * width + j] ?? Infinity
  const swaps = (i: number, j: number) => i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
  for (let i = 0; i <= a.length; i++) {
    for (let j = 0; j <= b.length; j++) {
      const choices = [
        i > 0 && j > 0 ? cost(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1) : Infinity,
        i > 0 ? cost(i - 1, j) + 1 : Infinity,
        j > 0 ? cost(i, j - 1) + 1 : Infinity,
        swaps(i, j) ? cost(i - 2, j - 2) + 1 : Infinity,
      ]
      costs[i * width + j] = i + j === 0 ? 0 : Math.min(...choices)
    }
  }
  const found: LetterDifference = { a: [], b: [], distance: cost(a.length, b.length), swapped: false }
  for (let i = a.length, j = b.length; i > 0 || j > 0;) {
    const here = cost(i, j)
    const equal = i > 0 && j > 0 && a[i - 1] === b[j - 1]
    if (swaps(i, j) && !equal && here === cost(i - 2, j - 2) + 1) {
      found.a.push(--i, --i)
      found.b.push(--j, --j)
      found.swapped = true
    } else if (i > 0 && j > 0 && here === cost(i - 1, j - 1) + (equal ? 0 : 1)) {
      i--
      j--
      if (!equal) found.a.push(i)
      if (!equal) found.b.push(j)
    } else if (i > 0 && here === cost(i - 1, j) + 1) found.a.push(--i)
    else found.b.push(--j)
  }
  return found
}
