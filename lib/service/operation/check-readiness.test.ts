import pg from 'pg'
import { expect, it } from 'vitest'
import { env, parseEnv, setEnv } from '@/lib/env'
import { closeDatabase } from '@/lib/store/database/database'
import { journalReady } from '@/lib/store/journal/journal-watch'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { whileLost } from '@/test/database/while-lost'
import { databaseReady } from './check-readiness'
import { explainFailure } from './explain-failure'

const database = useServiceDatabase()

async function asAdmin(sql: string): Promise<void> {
  const client = new pg.Client(database.adminUrl)
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

it('is not ready beside the journal of a database that it is not', async () => {
  await mintIssuer()
  await journalReady()
  expect(await databaseReady()).toBe(true)
  await whileLost(database.adminUrl, ['service_keys', ''], async () => {
    await expect(databaseReady()).rejects.toThrow('The database has no key of the service, and its journal knows one')
  })
})

it('is not ready while the database takes no changes, since each check is one', async () => {
  expect(await databaseReady()).toBe(true)
  await asAdmin(`ALTER DATABASE ${new URL(database.url).pathname.slice(1)} SET default_transaction_read_only = on`)
  await closeDatabase()
  await expect(databaseReady()).rejects.toThrow(/read-only/)
})

it.each(['sslrootcert', 'sslcert', 'sslkey'])('names the file of %s that cannot be read', (name) => {
  const before = env()
  const url = `postgresql://localhost/x?sslmode=verify-full&${name}=/nowhere/x.pem`
  setEnv(parseEnv({ DATABASE_URL: url, KEY_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64') }))
  try {
    new pg.Client(url)
    expect.unreachable()
  } catch (error) {
    expect(explainFailure(error)).toMatch(/DATABASE_URL names the file \/nowhere\/x\.pem, .*ENOENT/)
  } finally {
    setEnv(before)
  }
})
