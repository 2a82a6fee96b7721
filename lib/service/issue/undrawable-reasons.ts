import { findUndrawableCharacter, undrawableSentence } from '@/lib/render/typeset/undrawable-character'

/**
 * The reasons why texts cannot be printed on a certificate: a name that no shipped font can draw must be refused before
 * anything is signed (spec part 7).
 * @param texts by what they are called; null ones are not looked at
 * @returns a reason for each text that cannot be drawn
 */
export function undrawableReasons(texts: Record<string, string | null>): string[] {
  return Object.entries(texts).flatMap(([field, text]) => {
    const found = text === null ? null : findUndrawableCharacter(text)
    return found ? [undrawableSentence(field, found)] : []
  })
}
