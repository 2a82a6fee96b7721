import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importsOf, NAMES, SOURCES } from './sources'

/** More files of code than these in one folder, and nobody finds anything in it. */
const MOST = 30

const ROOMS =
  '.ci app bench cli client components container docs e2e exchange faults lib lint prisma public scripts server test'

describe('the house', () => {
  it('has no folder at its top beside its rooms: what a trial of the service left there holds keys', () => {
    const folders = NAMES.filter((name) => name.includes('/')).map((name) => name.split('/')[0])
    expect([...new Set(folders)].sort()).toEqual(ROOMS.split(' '))
  })

  it(`has at most ${MOST} files of code in a folder`, () => {
    const counts = new Map<string, number>()
    for (const name of SOURCES) counts.set(dirname(name), (counts.get(dirname(name)) ?? 0) + 1)
    expect(SOURCES.length).toBeGreaterThan(1000)
    expect([...counts].filter(([, count]) => count > MOST)).toEqual([])
  })

  it('has no circle of imports', () => {
    const graph = new Map(SOURCES.map((name) => [name, importsOf(name)]))
    expect([...graph.values()].flat().length).toBeGreaterThan(5000)
    expect(circlesIn(graph)).toEqual([])
  })

  it('finds a circle', () => {
    const graph = new Map([
      ['a', ['b']],
      ['b', ['c', 'd']],
      ['c', ['b']],
      ['d', []],
    ])
    expect(circlesIn(graph)).toEqual([['b', 'c', 'b']])
  })
})

/** Each circle once, from the file at which it was found back to it. */
function circlesIn(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const done = new Set<string>()
  const circles: string[][] = []
  const visit = (name: string, way: readonly string[]) => {
    if (way.includes(name)) circles.push([...way.slice(way.indexOf(name)), name])
    if (done.has(name) || way.includes(name)) return
    for (const next of graph.get(name) ?? []) visit(next, [...way, name])
    done.add(name)
  }
  for (const name of graph.keys()) visit(name, [])
  return circles
}
