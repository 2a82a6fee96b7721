import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { planOf } from '@/test/database/plan-of'
import { useServiceDatabase } from '@/test/database/service-database'
import { countActivitiesOfADay } from './activities'

useServiceDatabase()

it('counts what was done within a day by who did it, not by reading the log', async () => {
  const plan = await planOf((tx) => countActivitiesOfADay(tx, randomUUID(), 'mail.tested'))
  expect(plan).toMatch(/Index Cond: .*actor = .*action = .*at >/)
})
