import type pg from 'pg'

/** The table as the Prisma CLI makes it. */
export const MIGRATION_BOOK = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`

/** What the book says of a migration that was begun and not undone. */
export interface Applied {
  checksum: string
  finished_at: Date | null
}

/**
 * Reads which migrations a database has.
 * @returns by name; empty where there is no book yet
 */
export async function readMigrationBook(client: pg.Client): Promise<Map<string, Applied>> {
  const { rows: found } = await client.query<{ exists: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`,
  )
  if (!found[0]?.exists) return new Map()
  const { rows } = await client.query<Applied & { migration_name: string }>(
    'SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL',
  )
  return new Map(rows.map((row) => [row.migration_name, row]))
}
