/**
 * Whether a caller would rather read HTML than JSON, by its `accept` header (RFC 9110, section 12.5.1). Only a caller
 * that names HTML gets it: programs mostly accept anything, and are better served with JSON.
 * @param accept the header's value, or null
 */
export function prefersHtml(accept: string | null): boolean {
  const wishes = (accept ?? '').split(',').map(parseRange)
  const html = Math.max(quality(wishes, 'text/html'), quality(wishes, 'application/xhtml+xml'))
  return html > 0 && html >= quality(wishes, 'application/json')
}

interface MediaRange {
  type: string
  quality: number
}

function parseRange(text: string): MediaRange {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const given = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  const parsed = given === undefined ? 1 : Number(given)
  return { type, quality: Number.isFinite(parsed) ? parsed : 0 }
}

function quality(wishes: MediaRange[], type: string): number {
  return wishes.find((wish) => wish.type === type)?.quality ?? 0
}
