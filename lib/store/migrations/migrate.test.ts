import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@/test/database/database'
import { migrate, pendingMigrations } from './migrate'
import { requireOwnSession } from './require-own-session'
import { undoneMigration } from './undone-migration'

let database: TestDatabase
let client: pg.Client
let url = ''
let dir = ''

beforeEach(async () => {
  database = await createTestDatabase({ migrated: false })
  url = database.url
  dir = await mkdtemp(join(tmpdir(), 'certs-migrations-'))
  client = new pg.Client(url)
  await client.connect()
})

afterEach(async () => {
  await client.end()
  await database.drop()
  await rm(dir, { recursive: true, force: true })
})

async function write(name: string, sql: string): Promise<void> {
  await mkdir(join(dir, name), { recursive: true })
  await writeFile(join(dir, name, 'migration.sql'), sql)
}

async function rows<T>(sql: string): Promise<T[]> {
  return (await client.query(sql)).rows as T[]
}

async function asAdmin(sql: string): Promise<void> {
  const admin = new pg.Client(database.adminUrl)
  await admin.connect()
  await admin.query(sql)
  await admin.end()
}

describe('requireOwnSession', () => {
  it('refuses two connections that a pooler leads into one session', async () => {
    await expect(requireOwnSession(client, client)).rejects.toThrow('pool_mode = session')
  })

  it('refuses a connection that a pooler leads into one session after another', async () => {
    const other = new pg.Client(url)
    await other.connect()
    const [one, two] = [client, other]
    let turn = 0
    const shared = { query: (text: string) => ((turn += 1) % 2 ? one : two).query(text) } as unknown as pg.ClientBase
    await expect(requireOwnSession(shared, shared)).rejects.toThrow('pool_mode = session')
    await expect(requireOwnSession(one, two)).resolves.toBeUndefined()
    await other.end()
  })
})

describe('migrate', () => {
  it.each(['nowhere', 'other, public', '"$user", public'])(
    'makes tables where others look, not in %s',
    async (path) => {
      const role = new URL(url).username
      await asAdmin('CREATE SCHEMA other; GRANT ALL ON SCHEMA other TO PUBLIC')
      await asAdmin(`CREATE SCHEMA ${role}; GRANT ALL ON SCHEMA ${role} TO PUBLIC`)
      await asAdmin(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET search_path = ${path}`)
      await write('1_make', 'CREATE TABLE one (n int);')
      await migrate(url, dir)
      expect(await rows("SELECT schemaname FROM pg_tables WHERE tablename = 'one'")).toEqual([{ schemaname: 'public' }])
    },
  )

  it.each(['LATIN1', 'SQL_ASCII'])('begins nothing in a database of %s, and says how to make one', async (encoding) => {
    const name = `${new URL(url).pathname.slice(1)}_other`
    const owner = new URL(url).username
    await asAdmin(`CREATE DATABASE ${name} OWNER ${owner} ENCODING '${encoding}' LOCALE 'C' TEMPLATE template0`)
    await write('1_make', 'CREATE TABLE one (n int);')
    const other = Object.assign(new URL(url), { pathname: `/${name}` }).href
    const said = `is encoded in ${encoding}, which cannot hold every name: make one with createdb --encoding=UTF8`
    await expect(migrate(other, dir).finally(() => asAdmin(`DROP DATABASE ${name}`))).rejects.toThrow(said)
  })

  it('lets those pass who use a table that it waits for', async () => {
    await write('1_make', 'CREATE TABLE one (n int);')
    await migrate(url, dir)
    await write('2_change', 'ALTER TABLE one ADD COLUMN m int;')
    await client.query('BEGIN')
    await client.query('SELECT * FROM one')
    const changed = migrate(url, dir)
    const other = new pg.Client({ connectionString: url, statement_timeout: 30_000 })
    await other.connect()
    try {
      const queued = () =>
        other.query(
          "SELECT FROM pg_locks WHERE relation = 'one'::regclass AND mode = 'AccessExclusiveLock' AND NOT granted",
        )
      while ((await queued()).rowCount === 0) continue
      await other.query('SELECT * FROM one')
    } finally {
      await other.end()
    }
    await client.query('COMMIT')
    expect(await changed).toEqual(['2_change'])
  })

  it('applies each migration once, in the order of the names', async () => {
    await write('2_fill', 'INSERT INTO one VALUES (1);')
    await write('1_make', 'CREATE TABLE one (n int);')
    expect(await pendingMigrations(url, dir)).toEqual(['1_make', '2_fill'])
    expect(await migrate(url, dir)).toEqual(['1_make', '2_fill'])
    expect(await migrate(url, dir)).toEqual([])
    expect(await pendingMigrations(url, dir)).toEqual([])
    await write('3_more', 'INSERT INTO one VALUES (2);')
    expect(await pendingMigrations(url, dir)).toEqual(['3_more'])
    expect(await migrate(url, dir)).toEqual(['3_more'])
    expect(await rows('SELECT n FROM one ORDER BY n')).toEqual([{ n: 1 }, { n: 2 }])
  })

  it('keeps the book as the Prisma CLI does', async () => {
    await write('1_make', 'SELECT 1;')
    await migrate(url, dir)
    const sql = `SELECT migration_name, checksum, applied_steps_count, logs, rolled_back_at,
      finished_at >= started_at AS finished FROM _prisma_migrations`
    expect(await rows(sql)).toEqual([
      {
        migration_name: '1_make',
        checksum: '17db4fd369edb9244b9f91d9aeed145c3d04ad8ba6e95d06247f07a63527d11a', // printf 'SELECT 1;' | sha256sum
        applied_steps_count: 1,
        logs: null,
        rolled_back_at: null,
        finished: true,
      },
    ])
  })

  it('applies once when several start at once', async () => {
    await write('1_make', 'CREATE TABLE one (n int); SELECT pg_sleep(0.1);')
    const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(url, dir)))
    expect(applied.flat()).toEqual(['1_make'])
  })

  it('asks nothing of a role that owns nothing while nothing is missing, and says what it lacks', async () => {
    await write('1_make', 'CREATE TABLE one (n int);')
    await migrate(url, dir)
    const role = `serves_${randomUUID().replaceAll('-', '')}`
    await asAdmin(`CREATE ROLE ${role} LOGIN PASSWORD 'a'; GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role}`)
    try {
      const limited = Object.assign(new URL(url), { username: role, password: 'a' })
      expect(await migrate(limited.href, dir)).toEqual([])
      await write('2_more', 'CREATE TABLE two (n int);')
      await expect(migrate(limited.href, dir)).rejects.toThrow(
        "The database lacks 2_more, and this role may not change it: run certs migrate with the owner's DATABASE_URL.",
      )
      expect(await migrate(url, dir)).toEqual(['2_more'])
    } finally {
      await asAdmin(`DROP OWNED BY ${role}; DROP ROLE ${role}`)
    }
  })

  it('tells a role that may not make tables in a new database what it lacks, and makes none elsewhere', async () => {
    await write('1_make', 'CREATE TABLE one (n int);')
    const role = `Comes new ${randomUUID()}`
    await asAdmin(`CREATE ROLE "${role}" LOGIN PASSWORD 'a'; REVOKE ALL ON SCHEMA public FROM PUBLIC`)
    const limited = Object.assign(new URL(url), { username: role, password: 'a' }).href
    const grant = `GRANT USAGE, CREATE ON SCHEMA public TO "${role}";`
    await expect(migrate(limited, dir)).rejects.toThrow(grant)
    await asAdmin(grant)
    expect(await migrate(limited, dir)).toEqual(['1_make'])
    await asAdmin(`DROP OWNED BY "${role}"; DROP ROLE "${role}"`)
  })

  it('undoes a migration that fails, and goes on once it is mended', async () => {
    await write('1_make', 'CREATE TABLE one (n int);')
    await write('2_bad', 'CREATE TABLE two (n int); SELECT nothing_like_this;')
    await expect(migrate(url, dir)).rejects.toThrow(/2_bad failed and was undone: column "nothing_like_this"/)
    expect(await rows(`SELECT to_regclass('two') AS two`)).toEqual([{ two: null }])
    await write('2_bad', 'CREATE TABLE two (n int);')
    expect(await migrate(url, dir)).toEqual(['2_bad'])
  })

  it.each([
    ['CREATE VIEW theirs AS SELECT a FROM one', 'rule _RETURN on view theirs depends on column "a". Drop what is not'],
    ['CREATE TABLE two (b int); INSERT INTO two VALUES (7), (7)', 'Key (b)=(7) is duplicated. What may be there once'],
  ])('says what stands in the way of a migration: %s', async (theirs, sentence) => {
    await write('1_make', 'CREATE TABLE one (a text);')
    await migrate(url, dir)
    await client.query(theirs)
    await write(
      '2_change',
      theirs.includes('two') ? 'CREATE UNIQUE INDEX ON two (b);' : 'ALTER TABLE one ALTER a TYPE varchar;',
    )
    await expect(migrate(url, dir)).rejects.toThrow(sentence)
  })

  it('names who held a table all the while, and nobody who works', async () => {
    const failure = { code: '55P03', message: 'canceling statement due to lock timeout' }
    const nobody = await undoneMigration(client, '2_change', failure)
    expect(nobody.message).toContain('held a table for minutes: nobody any more.')
    const holder = new pg.Client({ connectionString: url, application_name: 'their program' })
    await holder.connect()
    await client.query('CREATE TABLE one (a text)')
    await holder.query('BEGIN; SELECT a FROM one')
    const { message } = await undoneMigration(client, '2_change', failure)
    await holder.end()
    expect(message).toMatch(/for minutes: \d+ of \w+ \(their program\)\. Wait for it, or end it/)
  })

  it('refuses a migration that was edited after it was applied', async () => {
    await write('1_make', 'CREATE TABLE one (n int);')
    await migrate(url, dir)
    await write('1_make', 'CREATE TABLE one (n bigint);')
    await expect(migrate(url, dir)).rejects.toThrow('1_make was edited')
    await expect(pendingMigrations(url, dir)).rejects.toThrow('1_make was edited')
  })

  it('runs the statements of a no-transaction file one by one', async () => {
    await write('1_make', 'CREATE TABLE one (n int);')
    await write(
      '2_index',
      '-- no-transaction\nCREATE INDEX CONCURRENTLY one_n ON one (n);\nCREATE INDEX CONCURRENTLY one_m ON one (n);\n',
    )
    expect(await migrate(url, dir)).toEqual(['1_make', '2_index'])
    expect(await rows(`SELECT count(*)::int AS n FROM pg_indexes WHERE tablename = 'one'`)).toEqual([{ n: 2 }])
    expect(await migrate(url, dir)).toEqual([])
  })

  it('refuses to go on after a no-transaction file that stopped half-way, until that is mended', async () => {
    await write('1_half', '-- no-transaction\nCREATE TABLE one (n int);\nSELECT nothing_like_this;')
    await expect(migrate(url, dir)).rejects.toThrow(
      '1_half stopped half-way (column "nothing_like_this" does not exist)',
    )
    await expect(migrate(url, dir)).rejects.toThrow('1_half stopped half-way')
    await expect(pendingMigrations(url, dir)).rejects.toThrow('1_half stopped half-way')
    await client.query('DROP TABLE one; UPDATE _prisma_migrations SET rolled_back_at = now()')
    await write('1_half', '-- no-transaction\nCREATE TABLE one (n int);')
    expect(await migrate(url, dir)).toEqual(['1_half'])
  })

  it('accepts an empty database and no migrations', async () => {
    expect(await pendingMigrations(url, dir)).toEqual([])
    expect(await migrate(url, dir)).toEqual([])
  })
})
