import { characterMaps, readTables } from './font-tables'

/** The code points that a font can draw, as sorted ranges [first, last]. */
export type Coverage = readonly (readonly [number, number])[]

/**
 * Reads which code points a TrueType or OpenType font maps to a glyph (OpenType 1.9 `cmap`, formats 4 and 12).
 * @param path a file of one font, not of a collection
 * @throws Error when the font has no Unicode character map
 */
export function readCoverage(path: string): Coverage {
  const [cmap] = readTables(path, ['cmap'])
  if (!cmap) throw new Error('the font has no character map')
  return parseCharacterMap(cmap)
}

function parseCharacterMap(cmap: DataView): Coverage {
  const subtables = characterMaps(cmap)
  const full = subtables.get(12)
  if (full !== undefined) return readSegmentedCoverage(cmap, full)
  const basic = subtables.get(4)
  if (basic !== undefined) return readBasicCoverage(cmap, basic)
  throw new Error('the font has no Unicode character map')
}

/** Whether a code point lies in a coverage. */
export function covers(coverage: Coverage, codePoint: number): boolean {
  let low = 0
  let high = coverage.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const [first, last] = coverage[middle] ?? [0, 0]
    if (codePoint < first) high = middle - 1
    else if (codePoint > last) low = middle + 1
    else return true
  }
  return false
}

function readSegmentedCoverage(view: DataView, offset: number): Coverage {
  return Array.from({ length: view.getUint32(offset + 12) }, (_, index) => {
    const group = offset + 16 + index * 12
    return [view.getUint32(group), view.getUint32(group + 4)] as const
  })
}

function readBasicCoverage(view: DataView, offset: number): Coverage {
  const doubled = view.getUint16(offset + 6)
  const ranges: [number, number][] = []
  for (let at = 0; at < doubled; at += 2) {
    const last = view.getUint16(offset + 14 + at)
    const first = view.getUint16(offset + 16 + doubled + at)
    if (first !== 0xffff) ranges.push([first, last])
  }
  return ranges
}
