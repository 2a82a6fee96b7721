import type { CodePage } from './code-page'

/** A table that is not in Unicode, as it reads in one code page, or in several that read it alike. */
export interface AlphabetReading {
  pages: readonly [CodePage, ...CodePage[]]
  /** Some of its cells, the same ones in each reading, by which the readings are told apart. */
  shown: readonly string[]
}
