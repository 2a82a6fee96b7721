/** The most words that are searched for; further ones are ignored. */
const MOST_WORDS = 6

/** One word of a search. An issuer fits when one of its words begins with it, or it has words for each of its parts. */
export interface SearchWord {
  whole: string
  parts: string[]
}

/**
 * The words of a search for issuers.
 * @param folded what was typed, without case and accents
 */
export function searchWords(folded: string): SearchWord[] {
  const words = folded.split(/[\s\p{Cc}]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word))
  return words.slice(0, MOST_WORDS).map((whole) => ({
    whole,
    parts: whole.split(/[^\p{L}\p{M}\p{N}]+/u).filter((part) => part !== ''),
  }))
}
