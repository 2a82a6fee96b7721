import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectDir } from '@/lib/project-dir'
import { TABLE_RIGHTS } from '@/lib/store/database/rights/role-rights'
import { migrate } from '@/lib/store/migrations/migrate'
import { createTestDatabase, type TestDatabase } from '@/test/database/database'
import { examineRights, lackingRights } from './examine-rights'

let database: TestDatabase
let admin: pg.Client
const urlOf = (role: string) => database.serviceUrl.replace('//certs_service:', `//${role}:`)

/** The way of an operator who runs roles.sql once, and never again. */
beforeAll(async () => {
  database = await createTestDatabase({ migrated: false })
  admin = await connected(database.adminUrl)
  await admin.query(await readFile(join(projectDir(), 'docs', 'operations', 'roles.sql'), 'utf8'))
  // Who is told to give a role that serves the right to make tables has one that owns them.
  const ofOwner = 'this role may not make any in the schema public. Run certs migrate with the owner’s DATABASE_URL.'
  await expect(migrate(database.serviceUrl)).rejects.toThrow(ofOwner)
  await migrate(database.url)
})
afterAll(async () => {
  await admin.end()
  await database.drop()
})

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect()
  return client
}

async function said(url = database.serviceUrl): Promise<string> {
  const client = await connected(url)
  const findings = await examineRights(client).finally(() => client.end())
  return findings.map(({ result, message }) => `${result}: ${message}`).join('\n')
}

const GOOD = 'good: certs_public and certs_service may do what this version needs, and no more.'
const TO_BE_MENDED = 'Run certs migrate with the DATABASE_URL of the owner of the tables.'
const LACKS = (what: string) =>
  `certs_public lacks rights that this version needs: ${what}. What needs them is refused.`

describe('the rights of the roles of roles.sql', () => {
  it('come with the migrations, at every table that there is', async () => {
    expect(await said()).toBe(GOOD)
    const { rows } = await admin.query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
    )
    const known = new Set(TABLE_RIGHTS.map(({ table }) => table))
    expect([...known].toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
  })

  it.each([
    ['REVOKE INSERT ON receipts FROM certs_public', `bad: ${LACKS('INSERT on receipts')} ${TO_BE_MENDED}`],
    [
      'REVOKE SELECT (sender_mac) ON reports FROM certs_public',
      `bad: ${LACKS('SELECT (sender_mac) on reports')} ${TO_BE_MENDED}`,
    ],
    ['ALTER TABLE certificates ADD COLUMN more int', `bad: ${LACKS('SELECT (more) on certificates')} ${TO_BE_MENDED}`],
    ['REVOKE USAGE ON SEQUENCE log_pending_id_seq FROM certs_service', 'USAGE on the sequence log_pending_id_seq.'],
    [
      'GRANT SELECT ON certificates TO certs_public',
      'warning: certs_public has rights that it does not need: SELECT on certificates.',
    ],
    ['GRANT TRUNCATE, DELETE ON events TO certs_service', 'need: DELETE on events, TRUNCATE on events.'],
    ['GRANT UPDATE (actor) ON events TO certs_service', 'need: UPDATE on events.'],
  ])('%s: is named, and gone with the next certs migrate, of this version, too', async (sql, sentence) => {
    await admin.query(sql)
    expect(await said()).toContain(sentence)
    // Whoever only reads them changes nothing, and neither does a command of the owner's.
    await migrate(database.serviceUrl)
    await migrate(database.url, undefined, {}, { mayGrant: false })
    expect(await said(database.url)).toContain(sentence)
    await migrate(database.url)
    expect(await said()).toBe(GOOD)
    await admin.query('ALTER TABLE certificates DROP COLUMN IF EXISTS more')
  })

  it('come in the transaction of each migration, since an earlier version serves meanwhile', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rights-'))
    try {
      await cp(join(projectDir(), 'prisma', 'migrations'), folder, { recursive: true })
      const more = {
        '9000_one': 'REVOKE INSERT ON receipts FROM certs_public',
        '9001_two': `DO $$ BEGIN ASSERT has_table_privilege('certs_public', 'receipts', 'INSERT'); END $$`,
      }
      for (const [name, sql] of Object.entries(more)) {
        await mkdir(join(folder, name))
        await writeFile(join(folder, name, 'migration.sql'), sql)
      }
      expect(await migrate(database.url, folder)).toEqual(Object.keys(more))
    } finally {
      await rm(folder, { recursive: true })
      await admin.query("DELETE FROM _prisma_migrations WHERE migration_name LIKE '900%'")
    }
  })

  it('leave alone what is of others: tables, roles, and roles of another service', async () => {
    await admin.query(`CREATE TABLE theirs (n int); GRANT DELETE ON theirs TO certs_service; CREATE ROLE auditor;
      GRANT SELECT, TRUNCATE ON events TO auditor; REVOKE USAGE ON SCHEMA public FROM certs_public; REVOKE ALL ON events FROM certs_public`)
    await migrate(database.url)
    const { rows } = await admin.query<{
      may: boolean
    }>(`SELECT has_table_privilege('certs_service', 'theirs', 'DELETE')
      AND has_table_privilege('auditor', 'events', 'TRUNCATE') AND NOT has_any_column_privilege('certs_public', 'events', 'SELECT') AS may`)
    expect(rows).toEqual([{ may: true }])
    expect(await said()).toBe('good: certs_service may do what this version needs, and no more.')
    const without = await said(urlOf('certs_public'))
    expect(without).toMatch(/^bad: certs_public lacks .* Run docs\/operations\/roles.sql in this database/)
    await admin.query('DROP TABLE theirs; DROP OWNED BY auditor; DROP ROLE auditor')
    await admin.query('GRANT USAGE ON SCHEMA public TO certs_public')
    await migrate(database.url)
  })

  it('are told by a process that starts: what its own role lacks', async () => {
    await admin.query('REVOKE INSERT ON receipts FROM certs_public; GRANT DELETE ON events TO certs_service')
    const told: (string | null)[] = []
    for (const url of [urlOf('certs_public'), database.serviceUrl, database.url]) {
      const serving = await connected(url)
      told.push(await lackingRights(serving).finally(() => serving.end()))
    }
    expect(told).toEqual([`${LACKS('INSERT on receipts')} ${TO_BE_MENDED}`, null, null])
    await migrate(database.url)
  })

  it('are named where the tables are of another than who migrates, or come from elsewhere', async () => {
    await admin.query('ALTER TABLE receipts OWNER TO CURRENT_USER; REVOKE INSERT ON receipts FROM certs_public')
    await admin.query('GRANT DELETE ON events TO PUBLIC')
    await migrate(database.url)
    const after = await said()
    expect(after).toContain(LACKS('INSERT on receipts'))
    expect(after).toContain('certs_public has rights that it does not need: DELETE on events.')
    expect(after).toContain('What is left then was given to PUBLIC')
    // Whoever owns some tables may lack what it needs at others.
    const ofOwner = await said(database.url)
    expect(ofOwner).toContain(
      `${new URL(database.url).username} lacks rights that this version needs: INSERT on receipts`,
    )
    await admin.query('REVOKE DELETE ON events FROM PUBLIC')
    await migrate(database.adminUrl)
    expect(await said()).toBe(GOOD)
    await admin.query(`ALTER TABLE receipts OWNER TO ${new URL(database.url).username}`)
  })
})

it('roles of other names are told what they lack, with the statements; a superuser and an owner that serves are named', async () => {
  await admin.query("CREATE ROLE web LOGIN PASSWORD 'of the tests'")
  await admin.query(
    'GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA public TO web; REVOKE INSERT ON receipts FROM web',
  )
  const ofWeb = await said(urlOf('web'))
  expect(ofWeb).toContain('bad: web lacks rights that this version needs: DELETE on badge_images')
  expect(ofWeb).toMatch(
    /Run as the owner of the tables: GRANT DELETE ON TABLE public."badge_images" TO "web"; .* and so on/,
  )
  expect(ofWeb).toContain('warning: web has rights that it does not need: INSERT on _prisma_migrations')
  await admin.query('DROP OWNED BY web; DROP ROLE web')

  const owner = new URL(database.url).username
  await admin.query(`GRANT ${owner} TO certs_service`)
  expect(await said()).toContain('warning: certs_service may act as the owner of tables')
  await admin.query(`REVOKE ${owner} FROM certs_service; GRANT CREATE ON SCHEMA public TO certs_public`)
  expect(await said()).toContain('warning: certs_public may make tables in the schema public.')
  await admin.query('REVOKE CREATE ON SCHEMA public FROM certs_public')
  const name = new URL(database.url).pathname.slice(1)
  await admin.query(`GRANT TEMPORARY ON DATABASE ${name} TO certs_public`)
  expect(await said()).toContain('warning: certs_public may make temporary tables')
  await admin.query(`REVOKE TEMPORARY ON DATABASE ${name} FROM certs_public`)
  expect(await said(database.adminUrl)).toContain('is a superuser, whom no guard of the database binds')
  expect(await said(database.url)).toBe(GOOD)
})
