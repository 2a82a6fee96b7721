import { expect, it } from 'vitest'
import { scaleOf } from './fault'
import { readOnly } from './list/read-only'
import { stopPostgres } from './list/stop-postgres'
import { runFault } from './run-fault'

/** The whole suite is `npm run test:faults`; this keeps it from rotting. */
it.each([readOnly, stopPostgres])('survives $name', async (fault) => {
  const row = await runFault(fault, scaleOf(true))
  expect(row.problems).toEqual([])
  expect(row.figures.recoveries.length).toBeGreaterThan(0)
  expect(row.byStatus.get('503')).toBeGreaterThan(0)
})
