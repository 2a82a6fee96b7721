import { composed } from './composed'
import { findForbiddenCharacter } from './forbidden-character'

interface CleanTextOptions {
  /** The name of the text in a reason, such as `full_name`. */
  field: string
  /** In characters (code points) after cleaning. */
  maxLength?: number
  /** Refuses an empty text. */
  required?: boolean
}

export type CleanTextResult = { ok: true; text: string } | { ok: false; reason: string }

/**
 * The one filter that every stored text passes (spec part 11). Spaces (and only spaces, of every kind) are
 * trimmed from both ends, and the text is made NFC; nothing else is changed. It is refused when it holds a control
 * character (also line ends and tabs), bidirectional control, tag, filler or other invisible character, private-use or
 * unassigned code point, lone surrogate, a joiner outside the scripts that use them, or more marks on one letter than any script
 * writes, which would be painted over the lines above and below.
 * @returns the text to store, or a sentence such as `full_name holds a control character (U+0007) at position 4`,
 * where positions count the characters of the NFC form before trimming, from 1
 */
export function cleanText(value: string, options: CleanTextOptions): CleanTextResult {
  const { field, maxLength, required = false } = options
  const normalised = composed(value)
  const forbidden = findForbiddenCharacter(normalised)
  if (forbidden) {
    const { kind, code, position } = forbidden
    return { ok: false, reason: `${field} holds ${kind} (${code}) at position ${position}` }
  }
  const text = normalised.replace(/^\p{Zs}+|(?<!\p{Zs})\p{Zs}+$/gu, '')
  if (text === '') return required ? { ok: false, reason: `${field} is missing` } : { ok: true, text }
  const length = Array.from(text).length
  if (maxLength !== undefined && length > maxLength) {
    return { ok: false, reason: `${field} has ${length} characters; at most ${maxLength} are allowed` }
  }
  return { ok: true, text }
}
