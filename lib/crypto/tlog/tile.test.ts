import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entryBundle, parseEntryBundle } from './entry-bundle'
import { LogFormatError } from './log-format-error'
import { parseTilePath, partialTiles, tileAt, tilePath, type Tile } from './tile'

const tiles: fc.Arbitrary<Tile> = fc.record({
  level: fc.oneof(fc.nat(63), fc.constant('entries' as const)),
  index: fc.oneof(fc.maxSafeNat(), fc.nat(1100)),
  width: fc.integer({ min: 1, max: 256 }),
})

describe('paths of tiles', () => {
  it.each([
    ['tile/0/000', { level: 0, index: 0, width: 256 }],
    ['tile/3/x001/x234/067', { level: 3, index: 1234067, width: 256 }],
    ['tile/entries/x001/000.p/8', { level: 'entries', index: 1000, width: 8 }],
    ['tile/63/999.p/255', { level: 63, index: 999, width: 255 }],
  ] as const)('%s', (path, tile) => {
    expect(tilePath(tile)).toBe(path)
    expect(parseTilePath(path)).toEqual(tile)
  })

  it('lead back to their tiles', () => {
    fc.assert(fc.property(tiles, (tile) => void expect(parseTilePath(tilePath(tile))).toEqual(tile)))
  })

  it.each([
    'tile/0/0',
    'tile/0/x000/001',
    'tile/00/000',
    'tile/64/000',
    'tile/-1/000',
    'tile/0/000.p/0',
    'tile/0/000.p/01',
    'tile/0/000.p/256',
    'tile/0/001/234',
    'tile/0/x001/x234',
    'tile/0/../000',
    'tile/0/000/',
    'tile/0/000\n',
    '/tile/0/000',
    'tile/data/000',
    'tile/0/x999/x999/x999/x999/x999/999',
  ])('are not %j', (path) => expect(parseTilePath(path)).toBeNull())

  it('are one for each tile', () => {
    const pieces = fc.array(fc.constantFrom('tile', '/', '0', '001', 'x', '.p/', '7', '63', 'entries', '255'))
    const property = fc.property(
      fc.oneof(
        fc.string(),
        pieces.map((all) => all.join('')),
      ),
      (text) => {
        const tile = parseTilePath(text)
        if (tile) expect(tilePath(tile)).toBe(text)
      },
    )
    fc.assert(property, { numRuns: 1000 })
  })
})

describe('the tiles of a tree', () => {
  it('of 70,000 leaves are those of the specification', () => {
    expect(partialTiles(70_000)).toEqual([
      { level: 0, index: 273, width: 112 },
      { level: 1, index: 1, width: 17 },
      { level: 2, index: 0, width: 1 },
    ])
    expect(partialTiles(256)).toEqual([{ level: 1, index: 0, width: 1 }])
    expect(partialTiles(0)).toEqual([])
    expect(tileAt(70_000, 0, 272)).toEqual({ level: 0, index: 272, width: 256 })
    expect(tileAt(70_000, 'entries', 273)).toEqual({ level: 'entries', index: 273, width: 112 })
    expect(tileAt(70_000, 'entries', 274)).toBeNull()
    expect(tileAt(256, 'entries', 1)).toBeNull()
    expect(tileAt(70_000, 1, 1)).toEqual({ level: 1, index: 1, width: 17 })
    expect(tileAt(70_000, 3, 0)).toBeNull()
  })
})

describe('bundles', () => {
  const entries = fc.array(fc.uint8Array({ maxLength: 300 }).map(Buffer.from), { maxLength: 40 })

  it('give back what was put in', () => {
    const property = fc.property(
      entries,
      (all) => void expect(parseEntryBundle(entryBundle(all), all.length)).toEqual(all),
    )
    fc.assert(property)
    const longest = Buffer.alloc(65_535, 1)
    expect(parseEntryBundle(entryBundle([longest]), 1)).toEqual([longest])
    expect(() => entryBundle([Buffer.alloc(65_536)])).toThrow(RangeError)
  })

  it('of another number of entries, cut off or with more behind them are none', () => {
    const property = fc.property(entries, fc.nat(), (all, pick) => {
      const bytes = entryBundle(all)
      expect(() => parseEntryBundle(bytes, all.length + 1)).toThrow(LogFormatError)
      if (all.length > 0) {
        expect(() => parseEntryBundle(bytes, all.length - 1)).toThrow(LogFormatError)
        expect(() => parseEntryBundle(bytes.subarray(0, pick % bytes.length), all.length)).toThrow(LogFormatError)
      }
      expect(() => parseEntryBundle(Buffer.concat([bytes, Buffer.alloc(1)]), all.length)).toThrow(LogFormatError)
    })
    fc.assert(property)
  })
})
