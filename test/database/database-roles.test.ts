import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from './database'

/** What a verdict, a count or an answer about the past is made of. */
const EVIDENCE = [
  ...['certificates', 'signed_forms', 'events', 'artifacts', 'receipts', 'certificate_checks'],
  ...['status_lists', 'status_changes', 'issuers', 'issuer_slugs', 'issuer_signing_keys', 'issuer_api_keys'],
  ...[
    'service_keys',
    'import_batches',
    'import_rows',
    'desk_activities',
    'journal_position',
    'log_leaves',
    'log_state',
  ],
]

let database: TestDatabase
let serving: pg.Client
let tables: string[]

beforeAll(async () => {
  database = await createTestDatabase()
  serving = new pg.Client(database.serviceUrl)
  await serving.connect()
  const { rows } = await serving.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  )
  tables = rows.map((row) => row.name)
})

afterAll(async () => {
  await serving.end()
  await database.drop()
})

/** The tables on which the serving role has a right. */
async function tablesWith(right: string): Promise<string[]> {
  const { rows } = await serving.query<{ name: string }>(
    'SELECT name FROM unnest($1::text[]) AS name WHERE has_table_privilege(quote_ident(name), $2) ORDER BY 1',
    [tables, right],
  )
  return rows.map((row) => row.name)
}

// That the rights suffice is shown by every suite that works on a service's database: they all serve with this role.
describe('the role that serves', () => {
  it('owns nothing, and can neither truncate, change tables nor make any', async () => {
    expect(await tablesWith('TRUNCATE')).toStrictEqual([])
    expect(await tablesWith('TRIGGER')).toStrictEqual([])
    const owned = await serving.query(`SELECT 1 FROM pg_tables WHERE tableowner = current_user`)
    expect(owned.rows).toStrictEqual([])
    for (const statement of [
      'CREATE TABLE mine (n int)',
      'DROP TABLE events',
      'ALTER TABLE events DISABLE TRIGGER ALL',
      'CREATE OR REPLACE FUNCTION mine() RETURNS int LANGUAGE sql AS $$SELECT 1$$',
      'TRUNCATE desk_sessions',
    ])
      await expect(serving.query(statement), statement).rejects.toMatchObject({ code: '42501' })
  })

  it('deletes only what comes and goes, and changes no history', async () => {
    expect((await tablesWith('DELETE')).filter((name) => EVIDENCE.includes(name))).toStrictEqual([])
    const changed = await tablesWith('UPDATE')
    const history = [
      'events',
      'status_changes',
      'artifacts',
      'receipts',
      'signed_forms',
      'desk_activities',
      'domain_checks',
      'log_leaves',
      'erasures',
      'erased_marks',
      'status_lists',
      'import_batches',
      'import_rows',
    ]
    expect(changed.filter((name) => [...history, '_prisma_migrations'].includes(name))).toStrictEqual([])
  })

  it('makes temporary tables, for imports, and the public side’s makes none', async () => {
    const admin = new pg.Client(database.adminUrl)
    await admin.connect()
    try {
      await admin.query(await readFile('docs/operations/roles.sql', 'utf8'))
      const { rows } = await admin.query(
        `SELECT name FROM unnest(ARRAY['certs_owner', 'certs_service', 'certs_public']) name
         WHERE has_database_privilege(name, current_database(), 'TEMPORARY')`,
      )
      expect(rows).toEqual([{ name: 'certs_owner' }, { name: 'certs_service' }])
    } finally {
      await admin.end()
    }
  })

  it('reads every table', async () => {
    expect(await tablesWith('SELECT')).toStrictEqual(tables)
  })
})
