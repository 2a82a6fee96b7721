/** The character that replaces what was found already: plain text holds no character for private use. */
export const TAKEN = '\uE000'

/** A part of a text. */
export interface Span {
  at: number
  end: number
}

/** A serial in a text: as it is written there; of our own form as we write it. */
export interface FoundSerial extends Span {
  serial: string
}

/** The text without some parts, so that nothing is found twice. Its length stays. */
export function without(text: string, spans: readonly Span[]): string {
  const inOrder = [...spans].sort((one, other) => one.at - other.at)
  const kept: string[] = []
  let from = 0
  for (const { at, end } of inOrder) {
    if (end <= from) continue
    kept.push(text.slice(from, Math.max(at, from)), TAKEN.repeat(end - Math.max(at, from)))
    from = end
  }
  return kept.join('') + text.slice(from)
}
