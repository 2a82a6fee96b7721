import { expect, test } from '@playwright/test'
import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { patternOf } from '@/server/exchange/routes'
import { OF_SOME_ANSWERS } from './differences'
import type { RouteRows } from './probe'
import { PROCESS_DIFFERENCES } from './process-differences'
import { routeProbes } from './route-probes'
import { faultsOfLoose, faultsOfRoute } from './run-probe'
import { DESK_ROUTES } from './table/desk-routes'
import { NO_ROUTES } from './table/no-routes'
import { PAGE_ROUTES } from './table/page-routes'
import { PROGRAM_ROUTES } from './table/program-routes'
import { startBothWays, stopBothWays, type TwoWays } from './two-ways'

const TABLE: RouteRows = { ...PROGRAM_ROUTES, ...PAGE_ROUTES, ...DESK_ROUTES }

// One after another, over one pair of servers.
test.describe.configure({ mode: 'default' })

let ways: TwoWays
test.beforeAll(async () => {
  ways = await startBothWays()
})
test.afterAll(async () => {
  if (ways !== undefined) await stopBothWays(ways)
})

test('the table has a row for every route and for no other', () => {
  const app = join(import.meta.dirname, '../../app')
  const files = readdirSync(app, { recursive: true, withFileTypes: true }).filter(({ name }) => name === 'route.ts')
  const patterns = files.map(({ parentPath }) => patternOf(relative(app, parentPath)))
  expect(Object.keys(TABLE).sort()).toEqual(patterns.sort())
})

for (const [who, rows] of Object.entries({ programs: PROGRAM_ROUTES, people: PAGE_ROUTES, 'the desk': DESK_ROUTES })) {
  test(`the routes for ${who} answer alike both ways`, async () => {
    const faults: string[] = []
    for (const [pattern, row] of Object.entries(rows)) {
      for (const probe of routeProbes(row)) faults.push(...(await faultsOfRoute(ways, pattern, probe)))
    }
    expect(faults).toEqual([])
  })
}

test('what is no route is answered alike both ways', async () => {
  const faults: string[] = []
  for (const probe of NO_ROUTES) faults.push(...(await faultsOfLoose(ways, probe)))
  expect(faults).toEqual([])
})

test('each difference is shown by a probe', () => {
  const probes = [...Object.values(TABLE).flatMap((row) => routeProbes(row).map(({ probe }) => probe)), ...NO_ROUTES]
  const shown = new Set(probes.flatMap(({ underNext }) => underNext ?? []))
  expect(Object.keys(OF_SOME_ANSWERS).sort()).toEqual([...shown].sort())
})

for (const [name, { front, next, show }] of Object.entries(PROCESS_DIFFERENCES)) {
  test(`differs in ${name}`, async () => {
    expect(await show(ways)).toEqual({ front, next })
  })
}
