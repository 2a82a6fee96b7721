import pg from 'pg'
import { ServiceError } from '@/lib/errors'

/** A table as it is backed up: its columns but those that the database computes. */
interface StoredTable {
  name: string
  columns: string[]
}

/** What a restore makes by itself: the migrations write it. */
const BOOK = '_prisma_migrations'

/** Every table but the migrations' own, in an order in which no row names one of a later table. */
export async function storedTables(db: pg.ClientBase): Promise<StoredTable[]> {
  const { rows } = await db.query<StoredTable & { names: string[] }>(
    `SELECT c.relname AS name,
       ARRAY(SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0
         AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY a.attnum) AS columns,
       ARRAY(SELECT f.relname::text FROM pg_constraint k JOIN pg_class f ON f.oid = k.confrelid
         WHERE k.conrelid = c.oid AND k.contype = 'f' AND f.oid <> c.oid) AS names
     FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> $1
     ORDER BY c.relname`,
    [BOOK],
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

/** A table with its columns, for COPY. */
export function copied({ name, columns }: StoredTable): string {
  return `public.${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`
}
