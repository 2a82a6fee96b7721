import { ServiceError } from '@/lib/errors'
import type { Querying } from './sealed-rows'
import { SEALED_TABLE_NAMES } from './sealed-tables'

/** The migration that adds the MACs of issuers. */
const SEALING_MIGRATION = '0009_issuers'
/** The migration that adds the seals. */
const SEALED_RIGHTS_MIGRATION = '0021_sealed_rights'

/** Whose rows are sealed from each of these migrations on; every version that was released has them. */
const TABLES: Record<string, readonly string[]> = {
  [SEALING_MIGRATION]: ['issuers'],
  [SEALED_RIGHTS_MIGRATION]: SEALED_TABLE_NAMES,
}

/**
 * What the program adds to the migrations since which rows are sealed: that no row is there. Which migrations were applied is what
 * the owner of the tables says, so that rows which were sealed as they stand would be a way to seals for rows of their own.
 */
export const NOTHING_TO_SEAL = Object.fromEntries(
  Object.keys(TABLES).map((migration) => [migration, (client: Querying) => requireNothingToSeal(client, migration)]),
)

/** @throws ServiceError `unavailable` where rows are there */
async function requireNothingToSeal(client: Querying, migration: string): Promise<void> {
  for (const table of TABLES[migration] ?? []) {
    // Later migrations make others.
    const { rows } = await client.query<{ exists: boolean }>('SELECT to_regclass($1) IS NOT NULL AS exists', [table])
    if (rows[0]?.exists !== true) continue
    const found = await client.query(`SELECT 1 FROM ${table} LIMIT 1`)
    if (found.rows.length === 0) continue
    throw new ServiceError(
      'unavailable',
      `Rows are in ${table} already, and would be believed as they stand by the migration ${migration}. Either the database is of a ` +
        'version before 0.1.0, which cannot be brought up to this one, and that version goes on with it; or somebody has undone it: ' +
        'restore a backup into a new database with certs restore',
    )
  }
}
