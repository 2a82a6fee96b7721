import type { NameReason } from './name-reason'

/** One way to write a letter, and the reason to give if it was needed. */
export interface Spelling {
  text: string
  reason?: NameReason
}

/** A word with all its spellings: for each place the ways to write it, the most ordinary first. */
export type Lattice = readonly (readonly Spelling[])[]

/**
 * Looks for a spelling that two words have in common.
 * @returns the reasons on the way, the empty list where none was needed, or null where no spelling is shared
 */
export function sharedSpelling(a: Lattice, b: Lattice): NameReason[] | null {
  const failed = new Set<string>()

  /** `ahead` is the text that one side has written and the other has yet to match; `byA` says whose it is. */
  function walk(i: number, j: number, ahead: string, byA: boolean): NameReason[] | null {
    const state = `${i} ${j} ${byA ? ahead : `-${ahead}`}`
    if (failed.has(state)) return null
    const stepA = ahead === '' ? i < a.length : !byA
    const next = stepA ? a[i] : b[j]
    if (!next) return ahead === '' && i === a.length && j === b.length ? [] : null
    for (const { text, reason } of next) {
      const rest = left(ahead, text, byA, stepA)
      if (!rest) continue
      const found = walk(stepA ? i + 1 : i, stepA ? j : j + 1, rest.ahead, rest.byA)
      if (found) return reason ? [reason, ...found] : found
    }
    failed.add(state)
    return null
  }

  return walk(0, 0, '', true)
}

function left(ahead: string, text: string, byA: boolean, stepA: boolean): { ahead: string; byA: boolean } | null {
  if (ahead === '') return { ahead: text, byA: stepA }
  if (ahead.startsWith(text)) return { ahead: ahead.slice(text.length), byA }
  return text.startsWith(ahead) ? { ahead: text.slice(ahead.length), byA: stepA } : null
}

/**
 * A table of spellings from a compact text: `ж=zh j z` on each line or between semicolons; `_` is nothing.
 */
export function spellingTable(text: string): ReadonlyMap<string, readonly string[]> {
  const rows = text
    .split(/[;\n]/)
    .map((row) => row.trim())
    .filter((row) => row !== '')
  return new Map(
    rows.map((row) => {
      const [letter = '', spellings = ''] = row.split('=')
      return [letter, spellings.split(' ').map((spelling) => (spelling === '_' ? '' : spelling))]
    }),
  )
}

/**
 * A word letter by letter through a table; two letters together where the table has them as one. A row that begins
 * with `^` is for the letter at the beginning of a word.
 */
export function latticeFromTable(letters: readonly string[], table: ReadonlyMap<string, readonly string[]>): Lattice {
  const lattice: Spelling[][] = []
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at] ?? ''
    const next = letters[at + 1]
    const pair = next === undefined ? undefined : table.get(letter + next)
    const initial = at === 0 ? table.get(`^${letter}`) : undefined
    const spellings = pair ?? initial ?? table.get(letter) ?? [letter]
    if (pair) at++
    lattice.push(spellings.map((text) => ({ text })))
  }
  return lattice
}
