import type pg from 'pg'

/**
 * Whether all that was to be written was. A rule or a trigger that somebody put at a table may pass rows over or change them, and say nothing
 * of it: what is then answered as done would be none.
 * @throws Error where fewer or more rows were written
 */
export function requireWritten({ rowCount }: { rowCount: number | null }, table: string, rows = 1): void {
  if (rowCount === rows) return
  throw new Error(`${rowCount ?? 0} rows of ${rows} were written to ${table}: a rule or a trigger there changes it`)
}

/**
 * Adds rows, each as it was given.
 * @param columns in SQL; `values` has an array for each, of the type that `types` names
 * @throws Error where a row was passed over or changed
 */
export async function insertGiven(
  tx: pg.ClientBase,
  { table, columns, types }: { table: string; columns: string; types: string },
  values: readonly unknown[][],
): Promise<void> {
  const arrays = types.split(/,\s*/).map((type, index) => `$${index + 1}::${type}[]`)
  const same = await tx.query(
    `WITH given (${columns}) AS MATERIALIZED (SELECT * FROM unnest(${arrays.join(', ')})),
       written AS (INSERT INTO ${table} (${columns}) SELECT * FROM given RETURNING ${columns})
     SELECT FROM (SELECT * FROM written INTERSECT ALL SELECT * FROM given) same`,
    [...values],
  )
  requireWritten(same, table, values[0]?.length)
}
