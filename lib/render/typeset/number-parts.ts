import type { TextPart } from './text-parts'

/** What the size of a text can carry (typeset/words.typ). */
const MOST_NUMBERS = 2047

/**
 * Numbers the tracked parts of all pieces in a template's data, each with a number of its own.
 * @param data changed in place
 * @returns the pieces that have such parts, in the order of reading
 */
export function numberParts(data: unknown): TextPart[][] {
  const pieces: TextPart[][] = []
  let last = 0
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if (!('parts' in value)) return Object.values(value).forEach(walk)
    const parts = value.parts as TextPart[]
    const tracked = parts.filter(({ index }) => index > 0)
    if (tracked.length === 0) return
    const full = last + tracked.length > MOST_NUMBERS
    for (const part of tracked) part.index = full ? 0 : (last += 1)
    if (!full) pieces.push(tracked)
  }
  walk(data)
  return pieces
}
