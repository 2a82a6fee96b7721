/**
 * The first line of a table that says more than separators, quotes and blanks do, or an empty text. Found by walking: an
 * expression that parts the whole text would do so for whatever anybody sends.
 */
export function headLine(text: string): string {
  for (let from = 0; from < text.length;) {
    const end = lineEnd(text, from)
    const line = text.slice(from, end)
    if (/[^\s,;|"\uFEFF]/.test(line)) return line
    from = end + 1
  }
  return ''
}

/** Where the line that begins at `from` ends: at a line feed, a carriage return, or the end of the text. */
function lineEnd(text: string, from: number): number {
  let at = from
  while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at++
  return at
}
