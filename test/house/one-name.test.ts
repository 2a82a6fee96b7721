import { describe, expect, it } from 'vitest'
import { exportedNames } from './exported-names'
import { PRODUCTION, SOURCES, importsOf, textOf } from './sources'

const EXPORTS = new Map(PRODUCTION.map((file) => [file, exportedNames(textOf(file))]))

describe('an exported name', () => {
  it('means one thing: no two files export it', () => {
    const places = new Map<string, string[]>()
    for (const [file, names] of EXPORTS) for (const name of names) places.set(name, [...(places.get(name) ?? []), file])
    expect(places.size).toBeGreaterThan(1500)
    expect([...places].filter(([, files]) => files.length > 1)).toEqual([])
  })

  it('is one that another file imports', () => {
    const importers = new Map<string, string[]>()
    for (const file of SOURCES)
      for (const imported of new Set(importsOf(file)))
        importers.set(imported, [...(importers.get(imported) ?? []), file])
    const unused = [...EXPORTS].flatMap(([file, names]) =>
      names
        .filter((name) => !importers.get(file)?.some((importer) => new RegExp(`\\b${name}\\b`).test(textOf(importer))))
        .map((name) => `${file} ${name}`),
    )
    expect(unused).toEqual([])
  })

  it.each([
    ['export async function readOne() {}\nexport function* two() {}\nfunction three() {}', ['readOne', 'two']],
    ['export const ONE = 1\nexport let two = 2\n  export const inside = 3', ['ONE', 'two']],
    [
      'export abstract class One {}\nexport interface Two {}\nexport type Three = 1\nexport enum Four {}',
      ['One', 'Two', 'Three', 'Four'],
    ],
    ["export { one, two as three } from './one'\nexport type { Four }", ['one', 'three', 'Four']],
    ["export default function page() {}\nexport const dynamic = 'force-static'\nexport const GET = one", []],
  ])('is read from %j', (text, names) => {
    expect(exportedNames(text)).toEqual(names)
  })
})
