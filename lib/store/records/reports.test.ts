import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { planOf } from '@/test/database/plan-of'
import { useServiceDatabase } from '@/test/database/service-database'
import { countReports } from './reports'

useServiceDatabase()

it.each([randomUUID(), null])('counts the reports of a day by indexes, for the issuer %s', async (issuerId) => {
  const plan = await planOf((tx) => countReports(tx, { serialKey: 'A', issuerId, senderMac: 'x' }))
  expect(plan).not.toContain('Seq Scan')
  for (const column of ['serial_key', 'issuer_id', 'sender_mac'])
    expect(plan).toMatch(new RegExp(`Index Cond: \\(\\(?${column} .*AND \\(created_at >`))
})
