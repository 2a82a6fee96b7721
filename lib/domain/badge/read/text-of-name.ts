import { asArray } from './as-array'

const MAX_LENGTH = 500
/** Controls and characters that turn the direction of writing: a name must not rearrange what stands beside it. */
const MISLEADING = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/**
 * A name out of a credential as text: a string, or the first of its language values (VCDM 2.0 section 11.1).
 * @returns at most 500 characters, without controls; null when there is none
 */
export function textOfName(name: unknown): string | null {
  const [first] = asArray(name)
  const text = typeof first === 'object' && first !== null && '@value' in first ? first['@value'] : first
  if (typeof text !== 'string') return null
  const clean = text.replace(MISLEADING, ' ').trim()
  return clean === '' ? null : clean.slice(0, MAX_LENGTH)
}
