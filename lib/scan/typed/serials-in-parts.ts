import { serialKey } from '@/lib/domain/certificate/serial'
import { LONGEST_TYPED, serialsInText } from './read-typed-text'

/**
 * The serials of a text of any length, part by part: each is as long as is read at once.
 * @param most that are wanted: nothing is read once there is one more
 * @param read what finds them in a part
 * @returns each once by the matching rule
 */
export function serialsInParts(
  text: string,
  origins: readonly [string, ...string[]],
  most: number,
  read = serialsInText,
): string[] {
  const found = new Map<string, string>()
  for (let at = 0; at < text.length && found.size <= most;) {
    const end = partEnd(text, at)
    for (const serial of read(text.slice(at, end), origins)) {
      const key = serialKey(serial)
      if (!found.has(key)) found.set(key, serial)
    }
    at = end
  }
  return [...found.values()]
}

/** The end of a line that no serial goes on after, or where a text without lines has to be cut. */
function partEnd(text: string, at: number): number {
  const most = at + LONGEST_TYPED
  if (most >= text.length) return text.length
  let end = text.lastIndexOf('\n', most - 1)
  while (end > at && /-[ \t\r]*$/.test(text.slice(end - 4, end))) end = text.lastIndexOf('\n', end - 1)
  return end > at ? end + 1 : most
}
