import { closeSync, openSync, readSync } from 'node:fs'

/**
 * Reads tables of a TrueType or OpenType font, and nothing else of the file: the fonts for Chinese and Japanese are large.
 * @param path a file of one font, not of a collection
 * @param tags such as `cmap`
 * @returns one for each tag, undefined where the font has none
 * @throws Error when the file ends too early
 */
export function readTables(path: string, tags: readonly string[]): (DataView | undefined)[] {
  const file = openSync(path, 'r')
  try {
    const directory = read(file, 0, 12 + 16 * read(file, 4, 2).getUint16(0))
    const found = new Map<string, DataView>()
    for (let record = 12; record < directory.byteLength; record += 16) {
      const tag = String.fromCharCode(...new Uint8Array(directory.buffer, record, 4))
      if (tags.includes(tag))
        found.set(tag, read(file, directory.getUint32(record + 8), directory.getUint32(record + 12)))
    }
    return tags.map((tag) => found.get(tag))
  } finally {
    closeSync(file)
  }
}

/** Where the Unicode character maps of a `cmap` table begin, by their format. */
export function characterMaps(cmap: DataView): ReadonlyMap<number, number> {
  const subtables = new Map<number, number>()
  for (let index = 0; index < cmap.getUint16(2); index += 1) {
    const record = 4 + index * 8
    const platform = cmap.getUint16(record)
    const encoding = cmap.getUint16(record + 2)
    if (platform !== 0 && !(platform === 3 && (encoding === 1 || encoding === 10))) continue
    const offset = cmap.getUint32(record + 4)
    subtables.set(cmap.getUint16(offset), offset)
  }
  return subtables
}

function read(file: number, position: number, length: number): DataView {
  const bytes = new Uint8Array(length)
  if (readSync(file, bytes, 0, length, position) !== length) throw new Error('the font ends too early')
  return new DataView(bytes.buffer)
}
