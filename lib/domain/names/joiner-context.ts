const ZERO_WIDTH_JOINER = 0x200d

/** Scripts whose letters join, so that a joiner between two of them changes how a word is written. */
const JOINING_LETTER =
  /^[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Mandaic}\p{Script=Phags_Pa}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}\p{Script=Manichaean}\p{Script=Psalter_Pahlavi}\p{Script=Sogdian}\p{Script=Chorasmian}]$/u
const LETTER = /^\p{L}$/u
const MARK = /^\p{M}$/u
const LETTER_OR_MARK = /^[\p{L}\p{M}]$/u

/** Characters of canonical combining class 9 (UnicodeData.txt), the signs that take the vowel from a consonant. */
const VIRAMAS: ReadonlySet<number> = new Set([
  0x94d, 0x9cd, 0xa4d, 0xacd, 0xb4d, 0xbcd, 0xc4d, 0xccd, 0xd3b, 0xd3c, 0xd4d, 0xdca, 0xe3a, 0xeba, 0xf84, 0x1039,
  0x103a, 0x1714, 0x1715, 0x1734, 0x17d2, 0x1a60, 0x1b44, 0x1baa, 0x1bab, 0x1bf2, 0x1bf3, 0x2d7f, 0xa806, 0xa82c,
  0xa8c4, 0xa953, 0xa9c0, 0xaaf6, 0xabed, 0x10a3f, 0x11046, 0x11070, 0x1107f, 0x110b9, 0x11133, 0x11134, 0x111c0,
  0x11235, 0x112ea, 0x1134d, 0x113ce, 0x113cf, 0x113d0, 0x11442, 0x114c2, 0x115bf, 0x1163f, 0x116b6, 0x1172b, 0x11839,
  0x1193d, 0x1193e, 0x119e0, 0x11a34, 0x11a47, 0x11a99, 0x11c3f, 0x11d44, 0x11d45, 0x11d97, 0x11f41, 0x11f42, 0x1612f,
])

function isVirama(character: string | undefined): boolean {
  return character !== undefined && VIRAMAS.has(character.codePointAt(0) ?? 0)
}

/** The nearest letter in one direction, marks being passed over. */
function neighbouringLetter(characters: readonly string[], index: number, direction: 1 | -1): string | undefined {
  let at = index + direction
  while (MARK.test(characters[at] ?? '')) at += direction
  const found = characters[at]
  return found !== undefined && LETTER.test(found) ? found : undefined
}

/**
 * Whether the joiner (U+200C or U+200D) at an index stands where its script uses one, after the CONTEXTJ rules of
 * RFC 5892 appendix A. They are widened by what people really write: in scripts whose letters join, either joiner may
 * stand between two letters (Persian keyboards put one after a letter that does not join, too), and ZWJ may stand
 * before a virama (Bengali, Kannada).
 * @param characters the text as a list of code points
 */
export function isJoinerInContext(characters: readonly string[], index: number): boolean {
  const before = characters[index - 1]
  const after = characters[index + 1]
  if (isVirama(before)) return true
  if (characters[index]?.codePointAt(0) === ZERO_WIDTH_JOINER && isVirama(after)) {
    return LETTER_OR_MARK.test(before ?? '')
  }
  const left = neighbouringLetter(characters, index, -1)
  const right = neighbouringLetter(characters, index, 1)
  return left !== undefined && right !== undefined && JOINING_LETTER.test(left) && JOINING_LETTER.test(right)
}
