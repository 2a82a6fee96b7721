import type pg from 'pg'

/** What a verdict is made of, or an answer that something is not there. */
const TELLING = [
  ...[
    'artifacts',
    'certificate_checks',
    'certificates',
    'events',
    'issuer_signing_keys',
    'issuer_slugs',
    'issuer_words',
  ],
  ...[
    'issuers',
    'log_leaves',
    'log_state',
    'passport_certificates',
    'passports',
    'receipts',
    'restores',
    'service_keys',
  ],
  ...['signed_forms', 'status_changes', 'status_lists'],
]

/**
 * The names of tables that may leave out rows, as an array in SQL: a view or another table in a table's place, a table of another server, or one
 * whose rows are hidden from this role. A table that is named anew keeps the name of its primary key, which no other can have then. Row by row nobody can tell.
 */
export const HIDING_SQL = `ARRAY(SELECT c.relname::text FROM pg_catalog.pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relname = ANY('{${TELLING.join()}}')
    AND (c.relkind NOT IN ('r', 'p') OR pg_catalog.row_security_active(c.oid) OR NOT EXISTS (
      SELECT 1 FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class x ON x.oid = i.indexrelid
      WHERE i.indrelid = c.oid AND x.relname::text OPERATOR(pg_catalog.=) (c.relname::text OPERATOR(pg_catalog.||) '_pkey'))) ORDER BY 1)`

/** What is said where there are such tables. */
export const hidingReason = (tables: readonly string[]) => `rows may be hidden in ${tables.join(', ')}`

/** Those names. */
export async function readHidingTables(db: pg.ClientBase): Promise<string[]> {
  const { rows } = await db.query<{ hiding: string[] }>(`SELECT ${HIDING_SQL} AS hiding`)
  return rows[0]?.hiding ?? []
}
