import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectDir } from '@/lib/project-dir'
import { explainFailure } from '@/lib/service/operation/explain-failure'
import { workingPool } from '@/lib/store/database/database'
import { OWN_TABLES } from '@/lib/store/database/shape/own-guards'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { examineTables } from './examine-tables'

const database = useServiceDatabase()
let admin: pg.Client

beforeAll(async () => {
  admin = new pg.Client(database.adminUrl)
  await admin.connect()
})
afterAll(() => admin.end())

const said = async (db?: pg.Client) =>
  (await examineTables(db)).map(({ result, message }) => `${result}: ${message}`).join('\n')
const GOOD = 'good: Its tables, guards and unique indexes are as the service made them.'
const AUDIT = `CREATE FUNCTION audit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$;
  CREATE TRIGGER audit AFTER INSERT ON events FOR EACH ROW EXECUTE FUNCTION audit()`

/** Runs a file for psql, whose `\gexec` runs what a statement answers. */
async function runFile(name: string): Promise<void> {
  const text = readFileSync(join(projectDir(), 'docs', 'operations', name), 'utf8').replaceAll(/^--.*\n/gm, '')
  for (const asking of text.split('\\gexec').filter((part) => part.trim() !== ''))
    for (const row of (await admin.query<Record<string, string>>(asking)).rows)
      await admin.query(Object.values(row)[0] ?? '')
}

describe('examineTables', () => {
  it('finds nothing in what the migrations made, and knows all of it', async () => {
    expect(await said()).toBe(GOOD)
    const { rows } = await workingPool().query<{ name: string }>(
      `SELECT x.relname AS name FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_class c ON c.oid = i.indrelid
       WHERE i.indisunique AND c.relnamespace = 'public'::regnamespace AND c.relname <> '_prisma_migrations'`,
    )
    const known = [...OWN_TABLES.values()].flatMap(({ uniqueIndexes }) => uniqueIndexes)
    expect(known.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
  })

  it.each([
    ['a view', 'ALTER TABLE events RENAME TO kept; CREATE VIEW events AS SELECT * FROM kept', 'bad: events is a view'],
    [
      'an empty table',
      'ALTER TABLE events RENAME TO kept; CREATE TABLE events (LIKE kept INCLUDING ALL); GRANT ALL ON events TO certs_service',
      'bad: events is without its primary key, so another table',
    ],
    [
      'a table elsewhere',
      'CREATE SCHEMA away; ALTER TABLE watches SET SCHEMA away',
      'bad: watches is not in the schema',
    ],
    [
      'hidden rows',
      'ALTER TABLE reports ENABLE ROW LEVEL SECURITY',
      'bad: Row-level security would hide rows of reports',
    ],
    ['a table that a crash empties', 'ALTER TABLE watches SET UNLOGGED', 'Run: ALTER TABLE watches SET LOGGED;'],
    [
      'a table that inherits',
      'CREATE TABLE old () INHERITS (events)',
      'bad: The rows of old are shown as rows of events',
    ],
    ['a rule', 'CREATE RULE r AS ON INSERT TO events DO INSTEAD NOTHING', 'Run: DROP RULE r ON events;'],
    [
      'a guard off',
      'ALTER TABLE events DISABLE TRIGGER events_no_gap',
      'bad: Guards of the database are off: events_no_gap',
    ],
    ['one that others pass', 'ALTER TABLE events ENABLE TRIGGER events_no_gap', 'guards-on.sql'],
    [
      'a guard gone',
      'DROP TRIGGER events_no_gap ON events',
      'bad: Guards of the database are gone: events_no_gap (events)',
    ],
    ['a trigger of others', AUDIT, 'warning: Triggers that are not the service’s: audit (events)'],
    ['an index gone', 'DROP INDEX certificates_serial_key_key', 'bad: Unique indexes are gone, or not valid'],
    [
      'a sequence behind',
      'ALTER SEQUENCE desk_activities_id_seq RESTART',
      'The next number of desk_activities.id was given',
    ],
  ])('names %s', async (_what, sql, sentence) => {
    await issueOne(await mintIssuer())
    await admin.query('BEGIN')
    try {
      await admin.query(sql)
      await admin.query('SET LOCAL ROLE certs_service')
      expect(await said(admin)).toContain(sentence)
    } finally {
      await admin.query('ROLLBACK')
    }
  })

  it('is content once the file was run that it names after a replication', async () => {
    await issueOne(await mintIssuer())
    await runFile('guards-off.sql')
    await admin.query('ALTER SEQUENCE desk_activities_id_seq RESTART')
    expect(await said()).toContain('and 99 more')
    const failed = await mintIssuer().catch(explainFailure)
    expect(failed).toBe(
      'The next number of desk_activities was given already, as after a replication: certs doctor says what to do.',
    )
    await runFile('guards-on.sql')
    expect(await said()).toBe(GOOD)
    await issueOne(await mintIssuer())
  })
})
