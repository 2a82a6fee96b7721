import pg from 'pg'
import { ServiceError } from '@/lib/errors'
import { OWN_TABLES } from '@/lib/store/database/shape/own-guards'

/** A table as it is backed up: its columns but those that the database computes. */
interface StoredTable {
  name: string
  columns: string[]
}

/**
 * Whether a table is of the service. Not that of the migrations, which a restore makes by itself; and neither those of extensions and of
 * other programs that share the database: a new one has none of them. Where a migration drops a table or gives it another name, the earlier one
 * has to stand here, too, so that backups from before are restored whole.
 */
export const isStored = (table: string) => OWN_TABLES.has(table)

/** Every table of the service, in an order in which no row names one of a later table. */
export async function storedTables(db: pg.ClientBase): Promise<StoredTable[]> {
  const { rows } = await db.query<StoredTable & { names: string[] }>(
    `SELECT c.relname AS name,
       ARRAY(SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0
         AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY a.attnum) AS columns,
       ARRAY(SELECT f.relname::text FROM pg_constraint k JOIN pg_class f ON f.oid = k.confrelid
         WHERE k.conrelid = c.oid AND k.contype = 'f' AND f.oid <> c.oid) AS names
     FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname = ANY($1)
     ORDER BY c.relname`,
    [[...OWN_TABLES.keys()]],
  )
  const ordered: StoredTable[] = []
  for (let left = rows; left.length > 0;) {
    const next = left.filter(({ names }) => names.every((name) => !left.some((other) => other.name === name)))
    if (next.length === 0) throw new ServiceError('internal', 'Tables name each other in a circle.')
    ordered.push(...next.map(({ name, columns }) => ({ name, columns })))
    left = left.filter((table) => !next.includes(table))
  }
  return ordered
}

/** The sequences of these tables, with the last number that each gave; null of one that was never used. */
export async function storedSequences(db: pg.ClientBase): Promise<{ name: string; value: string | null }[]> {
  const { rows } = await db.query<{ name: string; value: string | null }>(
    `SELECT s.sequencename::text AS name, s.last_value::text AS value FROM pg_sequences s
     JOIN pg_depend d ON d.objid = format('public.%I', s.sequencename)::regclass AND d.classid = 'pg_class'::regclass AND d.deptype IN ('a', 'i')
     JOIN pg_class t ON t.oid = d.refobjid AND t.relname = ANY($1) WHERE s.schemaname = 'public' ORDER BY 1`,
    [[...OWN_TABLES.keys()]],
  )
  return rows
}

/** A table with its columns, for COPY. */
export function copied({ name, columns }: StoredTable): string {
  return `public.${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`
}
