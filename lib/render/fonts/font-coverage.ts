/** The code points that a font can draw, as sorted ranges [first, last]. */
export type Coverage = readonly (readonly [number, number])[]

/**
 * Reads which code points a TrueType or OpenType font maps to a glyph (OpenType 1.9 `cmap`, formats 4 and 12).
 * @param font the bytes of one font, not of a collection
 * @throws Error when the font has no Unicode character map
 */
export function readCoverage(font: Uint8Array): Coverage {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength)
  const cmap = findTable(view, 'cmap')
  const subtables = new Map<number, number>()
  for (let index = 0; index < view.getUint16(cmap + 2); index += 1) {
    const record = cmap + 4 + index * 8
    const platform = view.getUint16(record)
    const encoding = view.getUint16(record + 2)
    if (platform !== 0 && !(platform === 3 && (encoding === 1 || encoding === 10))) continue
    const offset = cmap + view.getUint32(record + 4)
    subtables.set(view.getUint16(offset), offset)
  }
  const full = subtables.get(12)
  if (full !== undefined) return readSegmentedCoverage(view, full)
  const basic = subtables.get(4)
  if (basic !== undefined) return readBasicCoverage(view, basic)
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

function findTable(view: DataView, tag: string): number {
  for (let index = 0; index < view.getUint16(4); index += 1) {
    const record = 12 + index * 16
    const name = String.fromCharCode(...[0, 1, 2, 3].map((at) => view.getUint8(record + at)))
    if (name === tag) return view.getUint32(record + 8)
  }
  throw new Error(`the font has no ${tag} table`)
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
