// Pictures, and what Unicode's East Asian Width calls wide, as far as names use it.
const WIDE =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Yi}\p{Emoji_Presentation}\u3000-\u303E\uFF01-\uFF60\uFFE0-\uFFE6]/u
// Hangul vowels and finals join the syllable before them.
const NO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}\u1160-\u11FF]/u

/** How many columns of a terminal a text takes. */
export function displayWidth(text: string): number {
  let width = 0
  for (const character of text) {
    if (!NO_WIDTH.test(character)) width += WIDE.test(character) && !/[\uFF61-\uFFDC]/u.test(character) ? 2 : 1
  }
  return width
}

/** A table of left-aligned columns, as lines. */
export function table(header: string[], rows: string[][]): string[] {
  const widths = header.map((title, column) =>
    Math.max(displayWidth(title), ...rows.map((row) => displayWidth(row[column] ?? ''))),
  )
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - displayWidth(cell)))
      .join('  ')
      .trimEnd()
  return [line(header), line(widths.map((width) => '─'.repeat(width))), ...rows.map(line)]
}
