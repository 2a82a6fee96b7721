import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { closeDatabase, servingPool, workingPool } from '@/lib/store/database/database'
import { withOwnConnection } from '@/lib/store/database/own-connection'
import { prisma } from '@/lib/store/database/prisma'
import { useServiceDatabase } from '@/test/database/service-database'
import { prepareMigrating } from './prepare-session'

/** Each of these changes what a statement or its answer means. */
const ODD = [
  ['TimeZone', 'Pacific/Apia', 'UTC'],
  ['DateStyle', 'German, DMY', 'ISO, MDY'],
  ['IntervalStyle', 'iso_8601', 'postgres'],
  ['extra_float_digits', '-15', '1'],
  ['bytea_output', 'escape', 'hex'],
  ['array_nulls', 'off', 'on'],
  ['transform_null_equals', 'on', 'off'],
  ['standard_conforming_strings', 'off', 'on'],
  ['backslash_quote', 'on', 'safe_encoding'],
  ['default_transaction_isolation', 'serializable', 'read committed'],
  ['default_transaction_deferrable', 'on', 'off'],
  ['row_security', 'on', 'off'],
] as const

/** Each of these ends what takes long, or what waits. */
const BOUNDS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout']
const ENDED = `SELECT name FROM pg_settings WHERE name = ANY('{${BOUNDS.join()}}') AND setting <> '0'`

/** What the database or the role is set to. */
const SET = [...ODD.map(([name, odd]) => [name, odd] as const), ...BOUNDS.map((name) => [name, '1h'] as const)]

const NAMES = ODD.map(([name]) => name)
const OURS = Object.fromEntries(ODD.map(([name, , ours]) => [name, ours]))
const ASKED = `SELECT ${NAMES.map((name) => `current_setting('${name}') AS "${name}"`).join(', ')}`

describe('every connection means the same, whatever is set for', () => {
  const database = useServiceDatabase({}, 'owner')

  const asAdmin = async (...statements: string[]) => {
    const client = new pg.Client(database.adminUrl)
    await client.connect()
    await client.query(statements.join(';')).finally(() => client.end())
  }
  const name = () => new URL(database.url).pathname.slice(1)
  const role = () => new URL(database.url).username

  async function expectOurs(): Promise<void> {
    await closeDatabase()
    for (const pool of [servingPool(), workingPool()]) expect((await pool.query(ASKED)).rows).toEqual([OURS])
    expect(await prisma().$queryRawUnsafe(ASKED)).toEqual([OURS])
    for (const prepare of [undefined, prepareMigrating]) {
      const asked = withOwnConnection((db) => db.query(ASKED), prepare && { prepare })
      expect((await asked).rows).toEqual([OURS])
      expect((await withOwnConnection((db) => db.query(ENDED), prepare && { prepare })).rows).toEqual([])
    }
    expect((await workingPool().query(ENDED)).rows).toEqual([])
    await closeDatabase()
  }

  it.each([
    ['the database', () => `DATABASE ${name()}`],
    ['the role', () => `ROLE ${role()} IN DATABASE ${name()}`],
  ])('%s', async (_, whose) => {
    await asAdmin(...SET.map(([setting, odd]) => `ALTER ${whose()} SET ${setting} = ${pg.escapeLiteral(odd)}`))
    await expectOurs().finally(() => asAdmin(...SET.map(([setting]) => `ALTER ${whose()} RESET ${setting}`)))
  })

  it('the process', async () => {
    const options = SET.map(([setting, odd]) => `-c ${setting}=${odd.replaceAll(' ', '\\ ')}`)
    vi.stubEnv('PGOPTIONS', options.join(' '))
    await expectOurs().finally(() => vi.unstubAllEnvs())
  })
})
