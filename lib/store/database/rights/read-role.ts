import type pg from 'pg'
import { TABLE_RIGHTS } from './role-rights'

/** What a role of the database may do whatever it was given at each table. */
interface DatabaseRole {
  name: string
  isSuperuser: boolean
  /** Whether it owns a table of ours, or may act as a role that does. */
  owns: boolean
  /** Whether it may make tables where the service looks for its own. */
  creates: boolean
  /** Whether it may make temporary tables. */
  temporary: boolean
}

/** @param name by default the role of this connection */
export async function readRole(db: pg.Pool | pg.ClientBase, name?: string): Promise<DatabaseRole> {
  const { rows } = await db.query<DatabaseRole>(
    `SELECT rolname::text AS name, rolsuper AS "isSuperuser", has_schema_privilege(oid, 'public', 'CREATE') AS creates,
       has_database_privilege(oid, current_database(), 'TEMPORARY') AS "temporary",
       EXISTS (SELECT FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relname = ANY($2)
         AND pg_has_role(r.oid, c.relowner, 'USAGE')) AS owns
     FROM pg_roles r WHERE rolname = coalesce($1, current_user)`,
    [name ?? null, [...new Set(TABLE_RIGHTS.map(({ table }) => table))]],
  )
  const [role] = rows
  if (!role) throw new Error(`the database has no role ${name}`)
  return role
}
