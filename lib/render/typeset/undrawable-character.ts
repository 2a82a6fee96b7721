import { covers, readCoverage, type Coverage } from '@/lib/render/fonts/font-coverage'
import { listFonts, TEXT_FAMILIES } from '@/lib/render/fonts/font-list'

/** A character that no font of certificates has. */
export interface UndrawableCharacter {
  character: string
  /** `U+1F600` */
  code: string
  /** Its place in the text, counted in characters (code points) from 1. */
  position: number
}

/** Characters that are not drawn themselves: joiners, variation selectors. */
const UNDRAWN = /^\p{Default_Ignorable_Code_Point}$/u

let coverages: Coverage[] | undefined

/**
 * The first character of a text that none of the certificates' fonts can draw (spec part 7), so that it can
 * be refused before issue. The first call reads the fonts.
 * @returns null when all can be drawn
 */
export function findUndrawableCharacter(text: string): UndrawableCharacter | null {
  for (const [index, character] of Array.from(text).entries()) {
    if (canDraw(character)) continue
    const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
    return { character, code: `U+${hex}`, position: index + 1 }
  }
  return null
}

/**
 * The sentence that refuses a text for a character that cannot be drawn.
 * @param field what the text is called, such as `full_name`
 */
export function undrawableSentence(field: string, found: UndrawableCharacter): string {
  const { character, code, position } = found
  return `${field} holds "${character}" (${code}) at position ${position}, which none of the certificate's fonts can draw`
}

function canDraw(character: string): boolean {
  if (UNDRAWN.test(character)) return true
  const fonts = (coverages ??= readCoverages())
  const drawn = (part: string) => fonts.some((font) => covers(font, part.codePointAt(0) ?? 0))
  // A shaper composes a letter out of its parts where the font has only those.
  return drawn(character) || Array.from(character.normalize('NFD')).every(drawn)
}

function readCoverages(): Coverage[] {
  const fonts = listFonts().filter((font) => TEXT_FAMILIES.includes(font.family))
  return fonts.map((font) => readCoverage(font.path))
}
