const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** About how much room a name takes on a line, in letters: those of East Asia take twice as much. */
export function nameWidth(name: string): number {
  let width = 0
  for (const { segment } of graphemes.segment(name.trim())) width += WIDE.test(segment) ? 2 : 1
  return width
}
