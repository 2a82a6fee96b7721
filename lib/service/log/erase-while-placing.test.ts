import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { serialKey } from '@/lib/domain/certificate/serial'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { eraseCertificate } from '@/lib/service/erasure/erase-certificate'
import { workingPool } from '@/lib/store/database/database'
import { patience } from '@/lib/store/log/sequence/await-publication'
import { ownLogConnection } from '@/lib/store/log/sequence/own-log-connection'
import { Sequencer } from '@/lib/store/log/sequence/sequencer'
import { LockQueue } from '@/test/database/lock-queue'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { fillLog } from './fill-log'

const folder = mkdtempSync(join(tmpdir(), 'log-erase-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
// Erasing is the owner's (docs/operations/roles.sql).
const own = { LOG_DIR: join(folder, 'log'), JOURNAL_DIR: join(folder, 'journal') }
const database = useServiceDatabase(own, 'owner')

it('a leaf that gets its place while its person is erased keeps no salt', async () => {
  // Its leaf waits on purpose, for as long as a busy machine takes for what is done meanwhile.
  patience.milliseconds = 240_000
  const issuer = await mintIssuer()
  await fillLog()
  const db = await ownLogConnection()
  const serial = await issueOne(issuer)
  const sequencer = await Sequencer.take(db)
  /** Publishes until all of this is done, since it waits for the log. */
  const publishing = async (work: Promise<unknown>[]) => {
    let isDone = false
    const all = Promise.all(work).finally(() => (isDone = true))
    all.catch(() => undefined)
    while (!isDone) await sequencer?.runBatch()
    await all
  }
  const { rows: known } = await workingPool().query<{ id: string }>(
    'SELECT lineage_id AS id FROM certificates WHERE serial_key = $1',
    [serialKey(serial)],
  )
  const waiting = 'SELECT 1 FROM log_pending WHERE subject = $1'
  const lineage = known[0]?.id
  const withdrawing = withdrawCertificate(serial, { reason: 'Example', actor: 'test', publicReason: null })
  while ((await db.query(waiting, [lineage])).rowCount === 0) continue
  const queue = await LockQueue.hold(database.url, `${waiting} FOR UPDATE`, [lineage])
  const placing = sequencer?.runBatch()
  await queue.waiting(1)
  const erasing = eraseCertificate(serial, { reason: 'asked for', actor: 'test' })
  await queue.waiting(2)
  await queue.release()
  await placing
  await publishing([withdrawing, erasing])
  await sequencer?.release()
  await db.end()
  const { rows } = await workingPool().query<{ place: number; salt: Buffer | null }>(
    `SELECT place, salt FROM log_leaves WHERE subject = $1 AND kind = 'event' AND place < 3 ORDER BY place`,
    [lineage],
  )
  // The withdrawal has two leaves.
  expect(rows.map(({ place, salt }) => [place, salt])).toEqual([
    [1, null],
    [2, null],
    [2, null],
  ])
})
