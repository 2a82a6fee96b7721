import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@/test/database/database'
import { PRODUCTION } from '@/test/house/sources'

const REFUSED = '23001' // restrict_violation, which our triggers raise

/** What is counted, or given up, by the time in its row. */
const DATED: [table: string, column: string][] = [
  ['design_pictures', 'created_at'],
  ['desk_activities', 'at'],
  ['desk_invitations', 'created_at'],
  ['domain_checks', 'at'],
  ['mail_messages', 'claimed_at'],
  ['reports', 'created_at'],
  ['watch_requests', 'created_at'],
  ['webhook_deliveries', 'claimed_at'],
]

describe('a row that is dated ahead', () => {
  let database: TestDatabase
  const roles: pg.Client[] = []

  beforeAll(async () => {
    database = await createTestDatabase()
    roles.push(...[database.serviceUrl, database.url, database.adminUrl].map((url) => new pg.Client(url)))
    for (const role of roles) await role.connect()
    // Ordinary triggers do not fire for this one.
    await roles[2]?.query('SET session_replication_role = replica')
  })
  afterAll(async () => {
    for (const role of roles) await role.end()
    await database.drop()
  })

  /** What each role is told; the guard is asked before anything else of the row is looked at. */
  async function add(table: string, column: string, at: string): Promise<string[]> {
    const sql = `INSERT INTO ${table} (${column}) VALUES (${at})`
    return Promise.all(
      roles.map((role) =>
        role.query(sql).then(
          () => 'accepted',
          (error: unknown) => (error instanceof pg.DatabaseError ? (error.code ?? '') : String(error)),
        ),
      ),
    )
  }

  it.each(DATED)('is refused in %s, whoever adds it', async (table, column) => {
    for (const at of ["'9999-01-01'", "'infinity'", "clock_timestamp() + interval '1 minute'"])
      expect([at, await add(table, column, at)]).toEqual([at, [REFUSED, REFUSED, REFUSED]])
    for (const at of ['clock_timestamp()', "clock_timestamp() + interval '20 seconds'", "'2020-01-01'"])
      expect([at, await add(table, column, at)]).not.toEqual([at, expect.arrayContaining([REFUSED])])
  })

  it('is not made by changing one, either', async () => {
    const { rows } = await (roles[1] as pg.Client).query<{ at: string }>(
      `SELECT regexp_replace(pg_get_triggerdef(oid), '^.* BEFORE (.*) ON public.(.*) FOR .*$', '\\2: \\1') AS at FROM pg_trigger
       WHERE tgname LIKE '%\\_not\\_ahead' AND tgenabled = 'A' ORDER BY tgname`,
    )
    expect(rows.map(({ at }) => at)).toEqual(DATED.map(([table, column]) => `${table}: INSERT OR UPDATE OF ${column}`))
  })

  it('cannot be hidden from the guard by a function or type of another schema', async () => {
    const owner = roles[1] as pg.Client
    await owner.query('BEGIN')
    await owner.query(
      `CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS $$ SELECT 'infinity'::timestamptz $$`,
    )
    await owner.query('SET LOCAL search_path = public, pg_catalog')
    const answer = owner.query("INSERT INTO reports (created_at) VALUES ('9999-01-01')")
    await expect(answer).rejects.toMatchObject({ code: REFUSED })
    await owner.query('ROLLBACK')
  })

  it('is counted nowhere: every window ends now', () => {
    const open = PRODUCTION.filter((file) =>
      /> *(\w+\.)?(statement_timestamp|clock_timestamp|now)\(\) *- *interval/.test(readFileSync(file, 'utf8')),
    )
    expect(open).toEqual(['lib/store/database/sql-time.ts'])
  })
})
