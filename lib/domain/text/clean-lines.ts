import { cleanText, type CleanTextResult } from './clean-text'

/**
 * The filter of `cleanText` for a text of several lines: each line passes it by itself, and several empty lines in a
 * row become one.
 * @param options `maxLength`: of the whole, in characters
 */
export function cleanLines(value: string, { field, maxLength }: { field: string; maxLength: number }): CleanTextResult {
  const lines: string[] = []
  for (const line of value.split(/\r\n|[\r\n]/)) {
    const clean = cleanText(line.replaceAll('\t', ' '), { field })
    if (!clean.ok) return clean
    lines.push(clean.text)
  }
  const text = lines
    .join('\n')
    .trim()
    .replace(/\n{3,}/g, '\n\n')
  if (text === '') return { ok: false, reason: `${field} is missing` }
  const length = Array.from(text).length
  return length > maxLength
    ? { ok: false, reason: `${field} has ${length} characters; at most ${maxLength} are allowed` }
    : { ok: true, text }
}
