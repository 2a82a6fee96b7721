import pg from 'pg'

/**
 * Runs a statement as the superuser with a table's guards taken off, as a restored or edited database would be.
 * @param adminUrl connects as the superuser
 */
export async function withoutGuards(
  adminUrl: string,
  table: string,
  sql: string,
  values: unknown[] = [],
): Promise<void> {
  const client = new pg.Client(adminUrl)
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      'SELECT tgname AS name FROM pg_trigger WHERE tgrelid = $1::regclass AND NOT tgisinternal',
      [table],
    )
    await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
    await client.query(sql, values)
    for (const { name } of rows) await client.query(`ALTER TABLE ${table} ENABLE ALWAYS TRIGGER ${name}`)
  } finally {
    await client.end()
  }
}
