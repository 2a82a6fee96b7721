import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { DeskMember } from '@/lib/service/desk/desk-person'
import { issueFromFile } from '@/lib/service/issue/issue-from-file'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { withoutGuards } from '@/test/database/without-guards'
import { listOwnBatches } from './own-batches'

const database = useServiceDatabase()
const LATER = '2026-01-02T00:00:00.000Z'

it('files of one moment are parted by no page', async () => {
  const issuer = await mintIssuer()
  const options = { dryRun: false, skipBad: false, allowRepeats: false, guessableSerials: false, actor: 'test' }
  for (const name of ['A', 'B', 'C', 'D']) {
    const file = Buffer.from(`full_name,event_title,achievement\n${name},Course,Passed\n`)
    await issueFromFile(issuer.id, file, options, ({ issued }) => Promise.resolve(issued))
  }
  await withoutGuards(
    database.adminUrl,
    'import_batches',
    `UPDATE import_batches b SET created_at = CASE WHEN n.number = 1 THEN $2::timestamptz - interval '1 day' ELSE $2::timestamptz END
     FROM (SELECT id, row_number() OVER (ORDER BY id) AS number FROM import_batches WHERE issuer_id = $1) n
     WHERE b.id = n.id`,
    [issuer.id, LATER],
  )
  const member: DeskMember = {
    ...{ userId: randomUUID(), issuerId: issuer.id, issuerName: issuer.name, issuerSlug: issuer.slug },
    ...{ role: 'owner', secondFactorAt: null, openReports: 0, address: '127.0.0.1' },
  }
  const first = await listOwnBatches(member, null, 2)
  expect([first.batches.length, first.next?.toISOString()]).toEqual([3, LATER])
  const second = await listOwnBatches(member, first.next, 2)
  expect([second.batches.length, second.next]).toEqual([1, null])
  expect(new Set([...first.batches, ...second.batches].map(({ id }) => id)).size).toBe(4)
  expect((await listOwnBatches(member, null, 4)).next).toBeNull()
})
