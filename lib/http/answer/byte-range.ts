/** Bytes of a file, both ends included. */
interface ByteRange {
  first: number
  last: number
}

/** Ranges that are looked at; whoever sends more of them wants to make work (RFC 9110 section 17.15). */
const MOST = 100

/**
 * Reads a `range` header (RFC 9110 section 14.2). Several ranges are answered with the whole, as is what cannot be read:
 * both is allowed, and no file here is worth parts of parts.
 * @param size of the file, in bytes
 * @returns one range, `whole`, or `unsatisfiable` where none of the ranges holds a byte of the file
 */
export function parseByteRange(header: string, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [unit, set] = header.split('=', 2)
  if (unit?.toLowerCase() !== 'bytes' || set === undefined) return 'whole'
  const specs = set.split(',', MOST + 1).map((text) => text.trim())
  const ranges = specs.filter((text) => text !== '').map((text) => parseRange(text, size))
  if (ranges.length === 0 || specs.length > MOST || ranges.includes(null)) return 'whole'
  if (ranges.every((range) => range === 'outside')) return 'unsatisfiable'
  const [only] = ranges
  return ranges.length > 1 || only === null || only === undefined || only === 'outside' ? 'whole' : only
}

/** Null for what is no range. */
function parseRange(text: string, size: number): ByteRange | 'outside' | null {
  const [, from, to] = /^(\d*)-(\d*)$/.exec(text) ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return null
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  if (from !== '' && to !== '' && Number(to) < first) return null
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return first > last ? 'outside' : { first, last }
}
