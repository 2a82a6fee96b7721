import pg from 'pg'
import { LEAST_CONNECT_MS } from '@/lib/store/database/deadlines'
import { withOwnConnection } from '@/lib/store/database/own-connection'
import { prepareMigrating } from '@/lib/store/database/session/prepare-session'
import type { RunAsAdmin } from '@/lib/store/database/set-up-roles'

/** PostgreSQL's words for a database and a table that are not there (yet). */
const NOT_THERE = new Set(['3D000', '42P01'])
/** For a login that is refused: the role is not made yet, or its password is another. What the database holds is not known. */
const REFUSED = new Set(['28000', '28P01'])

/**
 * The value of a setting in a database that this process does not work with, without migrating it. A set-up asks, which has no
 * configuration yet.
 * @param url as somebody who may read the table
 * @param asAdmin of the same server: is asked where the login is refused
 * @returns null where there is no such setting, or nothing yet that could have one
 * @throws the driver's error where the database cannot be asked
 */
export async function findSettingAt(url: string, key: string, asAdmin?: RunAsAdmin): Promise<string | null> {
  const sql = 'SELECT value FROM public.service_settings WHERE key = $1'
  const options = { url, prepare: prepareMigrating, connectMs: LEAST_CONNECT_MS }
  try {
    const { rows } = await withOwnConnection((db) => db.query<{ value: string }>(sql, [key]), options)
    return rows[0]?.value ?? null
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (NOT_THERE.has(code)) return null
    if (REFUSED.has(code) && asAdmin)
      return findAsAdmin(asAdmin, decodeURIComponent(new URL(url).pathname.slice(1)), key)
    throw error
  }
}

/** Step by step, since an administrator's program has no codes of errors. */
async function findAsAdmin(ask: RunAsAdmin, database: string, key: string): Promise<string | null> {
  const isMade = await ask('postgres', `SELECT count(*) FROM pg_database WHERE datname = ${pg.escapeLiteral(database)}`)
  if (isMade === '0') return null
  const hasTable = await ask(
    database,
    `SELECT count(*) FROM pg_tables
    WHERE schemaname = 'public' AND tablename = 'service_settings'`,
  )
  if (hasTable === '0') return null
  const sql = `SELECT value FROM public.service_settings WHERE key = ${pg.escapeLiteral(key)}`
  return (await ask(database, sql)) || null
}
