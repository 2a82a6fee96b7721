import pg from 'pg'

/**
 * Takes rows out of a table as a damaged page or somebody without guards does, and puts them back after the work.
 * @param adminUrl connects as the superuser
 * @param rows what follows `FROM` and names them, `t` being the table
 */
export async function whileLost(
  adminUrl: string,
  [table, rows]: readonly [table: string, rows: string],
  work: () => Promise<void>,
): Promise<void> {
  const client = new pg.Client(adminUrl)
  await client.connect()
  try {
    await client.query('SET session_replication_role = replica')
    const { rows: triggers } = await client.query<{ name: string }>(
      'SELECT tgname AS name FROM pg_trigger WHERE tgrelid = $1::regclass AND NOT tgisinternal',
      [table],
    )
    await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
    await client.query(`CREATE TEMP TABLE lost AS SELECT t.* FROM ${table} t ${rows}`)
    const { rowCount } = await client.query(
      `DELETE FROM ${table} WHERE ctid IN (SELECT t.ctid FROM ${table} t ${rows})`,
    )
    if (rowCount === 0) throw new Error(`No row of ${table} was there to be lost.`)
    try {
      await work()
    } finally {
      await client.query(`INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM lost`)
      for (const { name } of triggers) await client.query(`ALTER TABLE ${table} ENABLE ALWAYS TRIGGER ${name}`)
    }
  } finally {
    await client.end()
  }
}
