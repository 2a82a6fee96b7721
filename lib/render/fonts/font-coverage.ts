import { closeSync, openSync, readSync } from 'node:fs'

/** The code points that a font can draw, as sorted ranges [first, last]. */
export type Coverage = readonly (readonly [number, number])[]

/** The tag `cmap`. */
const CMAP = 0x636d6170

/**
 * Reads which code points a TrueType or OpenType font maps to a glyph (OpenType 1.9 `cmap`, formats 4 and 12). Of the
 * file it reads that table alone: the fonts for Chinese and Japanese are large.
 * @param path a file of one font, not of a collection
 * @throws Error when the font has no Unicode character map
 */
export function readCoverage(path: string): Coverage {
  const file = openSync(path, 'r')
  try {
    const directory = read(file, 0, 12 + 16 * read(file, 4, 2).getUint16(0))
    for (let record = 12; record < directory.byteLength; record += 16) {
      if (directory.getUint32(record) !== CMAP) continue
      return parseCharacterMap(read(file, directory.getUint32(record + 8), directory.getUint32(record + 12)))
    }
    throw new Error('the font has no character map')
  } finally {
    closeSync(file)
  }
}

function read(file: number, position: number, length: number): DataView {
  const bytes = new Uint8Array(length)
  if (readSync(file, bytes, 0, length, position) !== length) throw new Error('the font ends too early')
  return new DataView(bytes.buffer)
}

function parseCharacterMap(cmap: DataView): Coverage {
  const subtables = new Map<number, number>()
  for (let index = 0; index < cmap.getUint16(2); index += 1) {
    const record = 4 + index * 8
    const platform = cmap.getUint16(record)
    const encoding = cmap.getUint16(record + 2)
    if (platform !== 0 && !(platform === 3 && (encoding === 1 || encoding === 10))) continue
    const offset = cmap.getUint32(record + 4)
    subtables.set(cmap.getUint16(offset), offset)
  }
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
