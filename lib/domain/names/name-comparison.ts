import type { NameReason } from './name-reason'

/** Code points from `start` up to, but without, `end`. */
export interface CodePointRange {
  start: number
  end: number
}

export interface NameComparison {
  result: 'same' | 'likely_same' | 'different'
  /** In the order of `NAME_REASONS`, each once. Empty only where the names are the same to the letter. */
  reasons: NameReason[]
  /** What to mark in each name, in the order of the text. */
  differences: { issued: CodePointRange[]; typed: CodePointRange[] }
}
