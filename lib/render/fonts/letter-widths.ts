import { characterMaps, readTables } from './font-tables'

/** How far a letter advances the line, in parts of the size of the type; where the font has none, its sign for that. */
export type LetterWidths = (codePoint: number) => number

/**
 * Reads the advances of a font (OpenType 1.9 `hmtx`) by its map of the first plane (`cmap`, format 4).
 * @param path a file of one font, not of a collection
 * @throws Error when the font lacks one of the tables
 */
export function readLetterWidths(path: string): LetterWidths {
  const [cmap, head, hhea, hmtx] = readTables(path, ['cmap', 'head', 'hhea', 'hmtx'])
  const map = cmap && characterMaps(cmap).get(4)
  if (!cmap || !head || !hhea || !hmtx || map === undefined)
    throw new Error(`${path} does not say how wide its letters are`)
  const unitsPerEm = head.getUint16(18)
  const last = hhea.getUint16(34) - 1
  return (codePoint) => hmtx.getUint16(4 * Math.min(glyphOf(cmap, map, codePoint), last)) / unitsPerEm
}

/** The glyph of a code point; 0 where there is none. */
function glyphOf(cmap: DataView, map: number, codePoint: number): number {
  const doubled = cmap.getUint16(map + 6)
  for (let at = 0; at < doubled; at += 2) {
    if (cmap.getUint16(map + 14 + at) < codePoint) continue
    const first = cmap.getUint16(map + 16 + doubled + at)
    if (codePoint < first) return 0
    const delta = cmap.getUint16(map + 16 + 2 * doubled + at)
    const offsetAt = map + 16 + 3 * doubled + at
    const offset = cmap.getUint16(offsetAt)
    if (offset === 0) return (codePoint + delta) & 0xffff
    const glyph = cmap.getUint16(offsetAt + offset + 2 * (codePoint - first))
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff
  }
  return 0
}
