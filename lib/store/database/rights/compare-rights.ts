import pg from 'pg'
import { type RoleSide, TABLE_RIGHTS } from './role-rights'

/** A role, and which side of the service it works for. */
export interface ServiceRole {
  name: string
  side: RoleSide
}

/** The roles that docs/operations/roles.sql makes for what serves. */
export const SERVICE_ROLES: readonly ServiceRole[] = [
  { name: 'certs_public', side: 'public' },
  { name: 'certs_service', side: 'service' },
]

/** One right at one table or sequence that a role lacks, or has beyond what it needs. */
export interface RightDifference {
  role: string
  /** `TABLE reports`, as it stands in a statement. */
  object: string
  right: string
  /** The columns that it lacks; null where the whole is lacking, empty where nothing is. */
  lacks: string[] | null
  isBeyond: boolean
  /** What mends it, in order. */
  statements: string[]
  /** Whether this connection's role may run them. */
  isOurs: boolean
}

/**
 * The roles of docs/operations/roles.sql that are meant for this database: the file gave them the schema. Another service in the same
 * cluster may have them, too.
 */
export async function findServiceRoles(db: pg.Pool | pg.ClientBase): Promise<ServiceRole[]> {
  const { rows } = await db.query<ServiceRole>(
    `SELECT r.rolname::text AS name, w.side FROM pg_roles r
     JOIN jsonb_to_recordset($1) w(name name, side text) ON r.rolname = w.name
     WHERE EXISTS (SELECT FROM pg_namespace n, aclexplode(n.nspacl) x
       WHERE n.nspname = 'public' AND x.grantee = r.oid AND x.privilege_type = 'USAGE') ORDER BY 1`,
    [JSON.stringify(SERVICE_ROLES)],
  )
  return rows
}

/** Each is asked for with what the role has of others, too: what counts is whether it may. */
const COMPARE_SQL = `
  WITH wanted AS (
    SELECT r.name AS role, w.* FROM jsonb_to_recordset($1) r(name name, side text)
    JOIN jsonb_to_recordset($2) w(side text, "table" name, "right" text, columns text[], "isBut" bool) ON w.side = r.side
  ), compared AS (
    SELECT w.role, 'TABLE' AS kind, c.oid, w.right, a.attname::text AS col,
      coalesce(a.attname = ANY (w.columns) <> w."isBut", false) AS wants,
      CASE WHEN w.right = 'MAINTAIN' AND current_setting('server_version_num')::int < 170000 THEN false
        WHEN w.right IN ('SELECT', 'INSERT', 'UPDATE', 'REFERENCES') THEN has_column_privilege(w.role, c.oid, a.attnum, w.right)
        ELSE has_table_privilege(w.role, c.oid, w.right) END AS has
    FROM wanted w JOIN pg_class c ON c.relnamespace = 'public'::regnamespace AND c.relname = w.table
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    UNION ALL
    SELECT r.name, 'SEQUENCE', s.oid, p.right, '', r.side = 'service' AND p.right <> 'UPDATE', has_sequence_privilege(r.name, s.oid, p.right)
    FROM jsonb_to_recordset($1) r(name name, side text) CROSS JOIN unnest('{USAGE,SELECT,UPDATE}'::text[]) p("right")
    CROSS JOIN pg_class s JOIN pg_depend d ON d.objid = s.oid AND d.classid = 'pg_class'::regclass AND d.deptype IN ('a', 'i')
    JOIN pg_class t ON t.oid = d.refobjid AND t.relnamespace = 'public'::regnamespace
    WHERE s.relkind = 'S' AND t.relname IN (SELECT "table" FROM wanted)
  )
  SELECT c.role::text, c.kind, o.relname::text AS name, c.right, bool_and(wants) AS "isWhole", bool_and(wants AND NOT has) AS "isNone",
    coalesce(array_agg(col ORDER BY col) FILTER (WHERE wants), '{}') AS wanted,
    coalesce(array_agg(col ORDER BY col) FILTER (WHERE wants AND NOT has), '{}') AS lacks, bool_or(has AND NOT wants) AS "isBeyond",
    pg_has_role(o.relowner, 'USAGE') AS "isOurs"
  FROM compared c JOIN pg_class o ON o.oid = c.oid WHERE NOT pg_has_role(c.role, o.relowner, 'USAGE')
  GROUP BY 1, 2, 3, 4, o.relowner HAVING bool_or(wants <> has) ORDER BY 1, 2 DESC, 3, 4`

/**
 * What roles lack, and have beyond what they need, at the tables that there are. A role that may act as their owner is passed over: it may
 * do everything.
 */
export async function compareRights(
  db: pg.Pool | pg.ClientBase,
  roles: readonly ServiceRole[],
): Promise<RightDifference[]> {
  const { rows } = await db.query<
    Omit<RightDifference, 'statements' | 'object' | 'lacks'> & {
      kind: string
      name: string
      isWhole: boolean
      isNone: boolean
      wanted: string[]
      lacks: string[]
    }
  >(COMPARE_SQL, [JSON.stringify(roles), JSON.stringify(TABLE_RIGHTS)])
  return rows.map(({ kind, name, isWhole, isNone, wanted, lacks, ...one }) => {
    const at = `ON ${kind} public.${pg.escapeIdentifier(name)}`
    const role = pg.escapeIdentifier(one.role)
    const columns = isWhole ? '' : ` (${wanted.map((column) => pg.escapeIdentifier(column)).join(', ')})`
    const statements = [
      ...(one.isBeyond ? [`REVOKE ${one.right} ${at} FROM ${role}`] : []),
      ...(wanted.length > 0 ? [`GRANT ${one.right}${columns} ${at} TO ${role}`] : []),
    ]
    return { ...one, object: `${kind} ${name}`, lacks: isWhole && isNone ? null : lacks, statements }
  })
}

/** Gives the roles what they need and takes what they do not, where this connection's role may; in a transaction of the caller's. */
export async function bringRights(client: pg.ClientBase, roles: readonly ServiceRole[]): Promise<void> {
  if (roles.length === 0) return
  for (const { isOurs, statements } of await compareRights(client, roles))
    if (isOurs) for (const statement of statements) await client.query(statement)
}
