const PLAIN_KEY = /^[A-Za-z_][A-Za-z0-9_]*$/
const MAX_KEY = 100

/**
 * A JSON path (RFC 9535, normalized where a key is no plain name): `$.issuer.id`, `$.type[1]`, `$['@graph']`.
 * @param segments keys and indexes from the root; a key over 100 characters is cut, with `…` in its place
 */
export function jsonPath(segments: readonly (string | number)[]): string {
  return `$${segments.map(segmentText).join('')}`
}

function segmentText(segment: string | number): string {
  if (typeof segment === 'number') return `[${segment}]`
  if (PLAIN_KEY.test(segment) && segment.length <= MAX_KEY) return `.${segment}`
  return `['${escapeKey(segment.length > MAX_KEY ? `${segment.slice(0, MAX_KEY)}…` : segment)}']`
}

/** Invisible characters are written as escapes too, so that a path shows every character that it holds. */
function escapeKey(key: string): string {
  return key
    .replace(/[\\']/g, (character) => `\\${character}`)
    .replace(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, (character) =>
      Array.from({ length: character.length }, (_, index) => unicodeEscape(character.charCodeAt(index))).join(''),
    )
}

function unicodeEscape(code: number): string {
  return `\\u${code.toString(16).padStart(4, '0')}`
}
