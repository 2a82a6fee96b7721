const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u3164\uFFA0]/gu
const KEPT = new Set(['\n', '\r', '\t'])

/**
 * Makes a text of unknown origin safe to show: characters that are invisible or turn the direction of writing are spelt
 * out, such as `[U+202E]`, so that the text cannot look like another.
 * @param options.lines keeps tabs and line ends
 * @param options.longest in characters; what goes beyond is cut and an ellipsis stands in its place
 */
export function visibleText(text: string, { lines = false, longest = Infinity } = {}): string {
  const characters = Array.from(text)
  const cut = characters.length > longest ? `${characters.slice(0, longest).join('')}…` : text
  return cut.replace(UNSEEN, (character) => {
    if (lines && KEPT.has(character)) return character
    return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`
  })
}

/** Whether a text holds anything that cannot be seen, or turns the direction of writing. */
export function hasUnseen(text: string): boolean {
  return text.search(UNSEEN) >= 0
}
