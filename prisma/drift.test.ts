import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@/test/database/database'
import { differences } from './engine/differences.mjs'

const path = fileURLToPath(new URL('schema.prisma', import.meta.url))
const schema = readFileSync(path, 'utf8')

describe('the migrations', () => {
  let database: TestDatabase

  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())

  // One test for both halves: an engine that sees nothing at all must not pass.
  it('make exactly the tables that schema.prisma describes', async () => {
    expect(await differences(database.url, schema)).toBe('')
    const client = new pg.Client(database.url)
    await client.connect()
    await client.query('ALTER TABLE certificates ADD COLUMN planted INTEGER')
    await client.query('ALTER TABLE certificates ALTER COLUMN issuer_id DROP NOT NULL')
    await client.query('ALTER TABLE certificate_checks DROP CONSTRAINT certificate_checks_certificate_id_fkey')
    await client.query('DROP INDEX certificates_issuer_id_idx')
    await client.end()
    const seen = await differences(database.url, schema)
    expect(seen).toContain('DROP COLUMN "planted"')
    expect(seen).toContain('ALTER COLUMN "issuer_id" SET NOT NULL')
    expect(seen).toContain('ADD CONSTRAINT "certificate_checks_certificate_id_fkey"')
    expect(seen).toContain('CREATE INDEX "certificates_issuer_id_idx"')
  })
})
