/** Thrown if the text names a member of one object twice: readers would disagree on which one counts. */
export class DuplicateKeyError extends SyntaxError {
  override name = 'DuplicateKeyError'
}

/** The text nests arrays and objects deeper than allowed. */
export class TooDeepError extends SyntaxError {
  override name = 'TooDeepError'
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const COLON = 0x3a

/**
 * Parses JSON (RFC 8259) as JSON.parse does, but refuses what two readers could take differently: a member named twice
 * (compared after unescaping, so `"a"` and `"\u0061"` are one) and nesting that exhausts a stack. A member called
 * `__proto__` is an own property of the result, as in JSON.parse.
 * @param text the decoded text; bytes must have been decoded as UTF-8 with `fatal: true`
 * @param limits `maxDepth`: how many arrays and objects may enclose each other; 64 when left out
 * @throws DuplicateKeyError, TooDeepError, or the SyntaxError of JSON.parse
 */
export function parseStrictJson(text: string, limits: { maxDepth?: number } = {}): unknown {
  checkDepth(text, limits.maxDepth ?? 64)
  const value: unknown = JSON.parse(text)
  checkKeys(text)
  return value
}

/** Where the string that opens at `start` closes; the length of the text when it never does. */
function closingQuote(text: string, start: number): number {
  let at = text.indexOf('"', start + 1)
  while (at !== -1) {
    let backslashes = 0
    while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++
    if (backslashes % 2 === 0) return at
    at = text.indexOf('"', at + 1)
  }
  return text.length
}

/** Runs before JSON.parse, on text that may not be JSON: it only has to find nesting outside of strings. */
function checkDepth(text: string, maxDepth: number): void {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = closingQuote(text, at)
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (++depth > maxDepth) throw new TooDeepError(`JSON is nested deeper than ${maxDepth} levels`)
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth--
  }
}

/** Runs after JSON.parse, so the text is JSON: a string is a key exactly when a colon follows it. */
function checkKeys(text: string): void {
  const open: (Set<string> | null)[] = []
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === OPEN_BRACE) open.push(new Set())
    else if (code === OPEN_BRACKET) open.push(null)
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) open.pop()
    else if (code === QUOTE) {
      const end = closingQuote(text, at)
      if (isKey(text, end)) addKey(open.at(-1), text.slice(at, end + 1))
      at = end
    }
  }
}

function isKey(text: string, end: number): boolean {
  let at = end + 1
  while (text.charCodeAt(at) <= 0x20) at++
  return text.charCodeAt(at) === COLON
}

function addKey(keys: Set<string> | null | undefined, quoted: string): void {
  const key = quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1)
  if (keys?.has(key)) throw new DuplicateKeyError('JSON names a member of an object twice')
  keys?.add(key)
}
