import { isJoinerInContext } from '@/lib/domain/names/joiner-context'

/** All characters that may have to be refused: a text without any of them needs no closer look. */
const SUSPECT =
  /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFD]/u

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^\p{Cc}$/u, 'a control character'],
  [/^[\p{Zl}\p{Zp}]$/u, 'a line separator'],
  [/^\p{Cs}$/u, 'half of a surrogate pair'],
  [/^\p{Bidi_Control}$/u, 'a character that changes the direction of writing'],
  [/^[\u{E0000}-\u{E007F}]$/u, 'a tag character'],
  [/^\p{Co}$/u, 'a private-use character'],
  [/^\p{Noncharacter_Code_Point}$/u, 'a noncharacter'],
  [/^\p{Variation_Selector}$/u, 'a variation selector where none belongs'],
  [/^[\u200C\u200D]$/u, 'a joiner outside the scripts that use joiners'],
  [/^\uFFFD$/u, 'the mark of text that was read in a wrong encoding'],
  [/^[\uFFF9-\uFFFC]$/u, 'an annotation or object character'],
  [/^[\p{Default_Ignorable_Code_Point}\u2800]$/u, 'an invisible filler character'],
]

/** A mark that takes no room of its own: fonts put one above or below the other, over whatever is written there. */
const STACKS = /^[\p{Mn}\p{Me}]$/u
const MARK = /^\p{M}$/u
/** Scripts that write letters below letters, or points and accents together. */
const DEEP = /^[\p{Script=Hebrew}\p{Script=Tibetan}\p{Script=Myanmar}\p{Script=Tai_Tham}]$/u
const [MOST_MARKS, MOST_MARKS_DEEP] = [4, 8]
/** Whether it can be that a letter has too many: the rest is counted then. */
const MAY_STACK = /(?:[\p{Mn}\p{Me}]\p{Mc}*){5}/u

const MONGOLIAN = /^\p{Script=Mongolian}$/u
const TAKES_SELECTOR = /^[\p{Script=Han}\p{Extended_Pictographic}]$/u

/** Whether a character that is mostly misused stands here where writing needs it. */
function isInPlace(characters: readonly string[], index: number): boolean {
  const code = characters[index]?.codePointAt(0) ?? 0
  const before = characters[index - 1] ?? ''
  const after = characters[index + 1] ?? ''
  if (code === 0x200c || code === 0x200d) return isJoinerInContext(characters, index)
  // Mongolian letters choose their form by free variation selectors and part a final vowel by a separator.
  if (code >= 0x180b && code <= 0x180f) {
    return MONGOLIAN.test(before) && (code !== 0x180e || MONGOLIAN.test(after))
  }
  // Japanese names tell 葛 from its variant by one.
  if ((code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0100 && code <= 0xe01ef)) return TAKES_SELECTOR.test(before)
  // The combining grapheme joiner keeps Hebrew points in the order written.
  if (code === 0x34f) return /^\p{M}$/u.test(before) && /^\p{M}$/u.test(after)
  return false
}

interface ForbiddenCharacter {
  /** What it is, with its article: `a control character`. */
  kind: string
  /** `U+0007` */
  code: string
  /** Its place in the text, counted in characters (code points) from 1. */
  position: number
}

/**
 * The first character of a text that must not be stored (spec part 11): it is invisible, changes how others
 * are shown, is written over others, or is no character at all.
 * @returns null when there is none
 */
export function findForbiddenCharacter(text: string): ForbiddenCharacter | null {
  if (!SUSPECT.test(text) && !MAY_STACK.test(text)) return null
  const characters = Array.from(text)
  let marks = 0
  for (const [index, character] of characters.entries()) {
    if (STACKS.test(character)) marks += 1
    else if (!MARK.test(character)) marks = 0
    const isStacked = marks > (DEEP.test(character) ? MOST_MARKS_DEEP : MOST_MARKS)
    if (!isStacked && (!SUSPECT.test(character) || isInPlace(characters, index))) continue
    const kind = isStacked
      ? 'more marks on one letter than any script writes'
      : (KINDS.find(([pattern]) => pattern.test(character))?.[1] ?? 'an unassigned character')
    const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
    return { kind, code: `U+${hex}`, position: index + 1 }
  }
  return null
}
