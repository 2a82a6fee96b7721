import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, it } from 'vitest'
import { LOG_SEALS_MIGRATION, sealLog } from '@/lib/store/keys/reseal-rows'
import { isSealed, readRows } from '@/lib/store/keys/sealed-rows'
import { migrate } from '@/lib/store/migrations/migrate'
import { createDatabaseBefore } from '@/test/database/database-before'

const KEY = randomBytes(32)
const COMPLETIONS = { [LOG_SEALS_MIGRATION]: (db: pg.Client) => sealLog(db, KEY) }

it('the migration that seals the log loses no leaf that waits, and seals nothing that comes later', async () => {
  const database = await createDatabaseBefore(LOG_SEALS_MIGRATION)
  const client = new pg.Client(database.url)
  await client.connect()
  const wait = (place: number) =>
    client.query(
      `INSERT INTO log_pending (kind, subject, place, leaf, salt) VALUES ('event', gen_random_uuid(), $1, '\\x01', '\\x02')`,
      [place],
    )
  const waiting = async () =>
    (await readRows(client, 'log_pending', 'true ORDER BY id', [])).map((row) => isSealed('log_pending', row, KEY))
  const state = async () =>
    (await readRows(client, 'log_state', 'true', [])).map((row) => isSealed('log_state', row, KEY))
  try {
    await client.query(
      `INSERT INTO log_state (origin, size, root, published_size, published_root, intake_ended, intake_end, intake_ended_at)
       VALUES ('verify.test/log', 4, '\\x04', 3, '\\x03', true, 2, '2026-11-01T10:00:00.123Z')`,
    )
    await wait(1)
    await wait(2)
    expect(await migrate(database.url, undefined, COMPLETIONS)).toContain(LOG_SEALS_MIGRATION)
    expect([await waiting(), await state()]).toEqual([[true, true], [true]])
    await wait(3)
    await client.query('UPDATE log_state SET published_size = 2')
    expect(await migrate(database.url, undefined, COMPLETIONS)).toEqual([])
    expect([await waiting(), await state()]).toEqual([[true, true, false], [false]])
  } finally {
    await client.end()
    await database.drop()
  }
})
