import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { workingPool } from '@/lib/store/database/database'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { noteReading, type NotedReading, writeReadings } from './note-reading'

useServiceDatabase()

async function written(issuerId: string): Promise<{ action: string; serials: number; rows: number }[]> {
  const { rows } = await workingPool().query<{ action: string; serials: number; rows: number }>(
    `SELECT action, sum((detail->>'serials')::int)::int AS serials, count(*)::int AS rows FROM desk_activities
     WHERE issuer_id = $1 AND detail ? 'serials' GROUP BY action ORDER BY action`,
    [issuerId],
  )
  return rows
}

const reading = (issuerId: string, changes: Partial<NotedReading>): NotedReading => ({
  ...{ issuerId, actor: `user:${randomUUID()}`, action: 'serials.looked_up', subject: null, address: '203.0.113.7' },
  serials: 1,
  ...changes,
})

it('is written once, whoever else writes at the same moment', async () => {
  const issuer = await mintIssuer()
  for (let noted = 0; noted < 50; noted++) noteReading(reading(issuer.id, {}))
  await Promise.all([writeReadings(), writeReadings(), writeReadings()])
  expect(await written(issuer.id)).toEqual([{ action: 'serials.looked_up', serials: 50, rows: 50 }])
})

it('takes no more room than it may, whatever is read', async () => {
  const issuer = await mintIssuer()
  const actor = `user:${randomUUID()}`
  const open = (serial: number, address: string) =>
    noteReading(reading(issuer.id, { actor, action: 'certificate.opened', subject: `S-${serial}`, address }))
  for (let serial = 0; serial < 10_500; serial++) open(serial, `198.51.100.${serial % 250}`)
  await writeReadings()
  // None of these serials is of a certificate: what was opened past the bound is counted without them.
  expect(await written(issuer.id)).toEqual([{ action: 'certificates.searched', serials: 500, rows: 1 }])
})
