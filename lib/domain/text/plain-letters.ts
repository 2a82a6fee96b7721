/** The digit zero of the scripts that certificates are copied in: Arabic, Persian, Devanagari, Bengali. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6]
/** Wide and narrow forms, and letters that a PDF joins (ﬁ). */
const COMPATIBLE = /[\uFB00-\uFB06\uFF01-\uFF5E]/

/** What is in a text without being seen; a soft hyphen is seen where a line ends. */
const UNSEEN = /[^\P{Default_Ignorable_Code_Point}\u00AD]/gu

/** A text without what cannot be seen in it, such as marks of direction, in the letters of `plainLetters`. */
export function seenLetters(text: string): string {
  return text.replace(UNSEEN, '').replace(/[^\u0000-\u007F]/gu, plainLetters)
}

/** What a character is in ASCII where it is a wide form, a joined letter or a digit of another script; any other as it is. */
export function plainLetters(character: string): string {
  const code = character.codePointAt(0) ?? 0
  const zero = ZEROS.find((first) => code >= first && code < first + 10)
  if (zero !== undefined) return String(code - zero)
  return COMPATIBLE.test(character) ? character.normalize('NFKC') : character
}
