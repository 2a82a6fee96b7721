import pg from 'pg'

/** PostgreSQL's words for a role, a password, a database and a table that are not there (yet). */
const NOT_THERE = new Set(['28000', '28P01', '3D000', '42P01'])

/**
 * The value of a setting in a database that this process does not work with, without migrating it.
 * @param url as somebody who may read the table
 * @returns null where there is no such setting, or nothing yet that could have one
 * @throws the driver's error where the database cannot be asked
 */
export async function findSettingAt(url: string, key: string): Promise<string | null> {
  const db = new pg.Client({ connectionString: url })
  db.on('error', () => undefined) // said by the statement that fails
  try {
    await db.connect()
    const { rows } = await db.query<{ value: string }>('SELECT value FROM public.service_settings WHERE key = $1', [
      key,
    ])
    return rows[0]?.value ?? null
  } catch (error) {
    if (NOT_THERE.has((error as { code?: string }).code ?? '')) return null
    throw error
  } finally {
    await db.end().catch(() => undefined)
  }
}
