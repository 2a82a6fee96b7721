import pg from 'pg'

/** A row as the superuser sees it: its values as text, and the condition that finds it. */
export interface StoredRow {
  table: string
  where: string
  values: Record<string, string | null>
}

export interface Column {
  name: string
  type: string
  nullable: boolean
}

/**
 * A database in the hands of somebody who may write everything: no trigger runs, no key, index or constraint refuses.
 * Every edit can be undone, since the rows as they were are kept in a schema beside.
 */
export class TamperedDatabase {
  readonly #client: pg.Client
  readonly #tables: readonly string[]
  readonly #keys = new Map<string, string[]>()

  private constructor(client: pg.Client, tables: readonly string[]) {
    this.#client = client
    this.#tables = tables
  }

  /** Takes the guards off these tables and keeps their rows. */
  static async open(adminUrl: string, tables: readonly string[]): Promise<TamperedDatabase> {
    const client = new pg.Client(adminUrl)
    await client.connect()
    const database = new TamperedDatabase(client, tables)
    await client.query('CREATE SCHEMA kept')
    for (const table of tables) await database.#strip(table)
    return database
  }

  async #strip(table: string): Promise<void> {
    const key = await this.sql<{ name: string }>(
      `SELECT a.attname AS name FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey)
       WHERE i.indrelid = $1::regclass AND i.indisprimary`,
      [table],
    )
    this.#keys.set(
      table,
      key.map(({ name }) => name),
    )
    await this.sql(`ALTER TABLE ${table} DISABLE TRIGGER ALL`)
    const constraints = await this.sql<{ name: string }>(
      `SELECT quote_ident(conname) AS name FROM pg_constraint WHERE conrelid = $1::regclass AND contype IN ('p', 'u', 'f')`,
      [table],
    )
    for (const { name } of constraints) await this.sql(`ALTER TABLE ${table} DROP CONSTRAINT ${name} CASCADE`)
    const indexes = await this.sql<{ name: string }>(
      `SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indrelid = $1::regclass AND indisunique`,
      [table],
    )
    for (const { name } of indexes) await this.sql(`DROP INDEX ${name}`)
    // It makes nothing unique; a table without a key of this name would be taken for another one in its place, and nothing be checked.
    await this.sql(`CREATE INDEX ${table}_pkey ON ${table} ((true))`)
    await this.sql(`CREATE TABLE kept.${table} AS TABLE ${table}`)
  }

  async sql<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#client.query<Row>(text, values)).rows
  }

  /** Every column that the table has, whatever was added to it since. */
  columns(table: string): Promise<Column[]> {
    return this.sql<Column & pg.QueryResultRow>(
      `SELECT column_name AS name, udt_name AS type, is_nullable = 'YES' AS nullable FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name = $1 ORDER BY ordinal_position`,
      [table],
    )
  }

  /** The rows of a table as they were kept. */
  async rows(table: string): Promise<StoredRow[]> {
    const columns = await this.columns(table)
    const asText = columns.map(({ name }) => `"${name}"::text`).join()
    const rows = await this.sql<Record<string, string | null>>(`SELECT ${asText} FROM kept.${table} ORDER BY 1, 2`)
    return rows.map((values) => ({
      table,
      values,
      where: (this.#keys.get(table) ?? []).map((name) => `"${name}"::text = '${values[name] ?? ''}'`).join(' AND '),
    }))
  }

  /**
   * Writes one value, given as text.
   * @returns a function that puts the old one back; null when the column takes no such value
   */
  async set(row: StoredRow, column: Column, value: string | null): Promise<(() => Promise<void>) | null> {
    const update = `UPDATE ${row.table} SET "${column.name}" = $1::${column.type}`
    try {
      const [edited] = await this.sql<{ ctid: string }>(`${update} WHERE ${row.where} RETURNING ctid::text AS ctid`, [
        value,
      ])
      return async () => {
        await this.sql(`${update} WHERE ctid = $2::tid`, [row.values[column.name], edited?.ctid])
      }
    } catch (error) {
      if (error instanceof pg.DatabaseError) return null
      throw error
    }
  }

  /** Exchanges the values of some columns between two rows. */
  async swap(one: StoredRow, other: StoredRow, columns: readonly Column[]): Promise<void> {
    const list = columns.map(({ name, type }, index) => `"${name}" = $${index + 2}::${type}`).join()
    const find = async ({ table, where }: StoredRow) =>
      (await this.sql<{ ctid: string }>(`SELECT ctid::text AS ctid FROM ${table} WHERE ${where}`))[0]?.ctid
    const places = [await find(one), await find(other)]
    for (const [index, { table, values }] of [other, one].entries()) {
      const taken = columns.map(({ name }) => values[name])
      await this.sql(`UPDATE ${table} SET ${list} WHERE ctid = $1::tid`, [places[index], ...taken])
    }
  }

  /** Puts everything back as it was kept. */
  async restore(tables: readonly string[] = this.#tables): Promise<void> {
    for (const table of tables) {
      await this.sql(`TRUNCATE ${table}`)
      await this.sql(`INSERT INTO ${table} SELECT * FROM kept.${table}`)
    }
  }

  close(): Promise<void> {
    return this.#client.end()
  }
}
