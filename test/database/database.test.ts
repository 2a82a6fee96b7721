import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from './database'

async function tablesOf(url: string): Promise<string[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ tablename: string }>(
      `SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
    )
    return rows.map((row) => row.tablename)
  } finally {
    await client.end()
  }
}

describe('a test database', () => {
  let first: TestDatabase
  let second: TestDatabase

  beforeAll(async () => {
    first = await createTestDatabase()
    second = await createTestDatabase({ migrated: false })
  })
  afterAll(() => Promise.all([first.drop(), second.drop()]))

  it('holds the migrated tables, or none where that was asked', async () => {
    expect(await tablesOf(first.url)).toContain('_prisma_migrations')
    expect(await tablesOf(second.url)).toEqual([])
  })

  it('is used as a role that is no superuser, and commits as production does', async () => {
    const client = new pg.Client(first.url)
    await client.connect()
    const { rows } = await client.query<{ super: string; commit: string }>(
      `SELECT current_setting('is_superuser') AS super, current_setting('synchronous_commit') AS commit`,
    )
    await client.end()
    if (!process.env.TEST_DATABASE_URL) expect(rows[0]?.super).toBe('off')
    expect(rows[0]?.commit).toBe('on')
  })

  it('is gone after drop', async () => {
    const third = await createTestDatabase()
    await third.drop()
    await expect(tablesOf(third.url)).rejects.toMatchObject({ code: '3D000' })
  })
})
