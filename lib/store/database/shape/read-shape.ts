import pg from 'pg'
import { OWN_TABLES } from './own-guards'

/** What somebody else than the migrations made of our tables; each name of a trigger, rule or index stands with its table. */
export interface ForeignShape {
  /** Which are not where the service looks for them. */
  missing: string[]
  /** In the place of a table; `kind` as a person says it. */
  replaced: { table: string; kind: string }[]
  /** Whose rows the database would hide from this role. */
  hiding: string[]
  /** Which a crash of the server empties. */
  unlogged: string[]
  /** Tables whose rows are shown among those of ours, and that none of its guards and unique indexes is at. */
  inheriting: TableName[]
  rules: TableName[]
  /** Triggers of ours that do not fire for everybody. */
  off: TableName[]
  /** Triggers of ours that are not there. */
  gone: TableName[]
  /** Triggers of others. */
  foreign: TableName[]
  /** Unique indexes of ours that are not there, or do not hold. */
  notUnique: TableName[]
  /** Sequences that would give a number which a row has. */
  behind: { table: string; column: string; sequence: string }[]
}

interface TableName {
  table: string
  name: string
}

type Queryable = pg.Pool | pg.ClientBase

const KINDS: Readonly<Record<string, string>> = { v: 'a view', m: 'a materialized view', f: 'a foreign table' }

/** Compares our tables with what the migrations leave. */
export async function readShape(db: Queryable): Promise<ForeignShape> {
  const { rows: tables } = await db.query<{ table: string; kind: string; hides: boolean; unlogged: boolean }>(
    `SELECT relname AS table, relkind AS kind, row_security_active(oid) AS hides, relpersistence = 'u' AS unlogged FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relname = ANY($1) ORDER BY 1`,
    [[...OWN_TABLES.keys()]],
  )
  const triggers = await named<{ enabled: string }>(
    db,
    't.tgname AS name, t.tgenabled AS enabled FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid AND NOT t.tgisinternal',
  )
  // The rule of a view is the view itself.
  const rules = await named(
    db,
    `r.rulename AS name FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class AND r.rulename <> '_RETURN'`,
  )
  const indexes = await named(
    db,
    `x.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_class x ON x.oid = i.indexrelid
       AND i.indisunique AND i.indisvalid`,
  )
  const there = tables.filter(({ kind }) => !(kind in KINDS)).map(({ table }) => table)
  const others = there.filter((table) => !indexes.some((one) => isSame(one, { table, name: `${table}_pkey` })))
  const own = (of: 'triggers' | 'uniqueIndexes') =>
    there.flatMap((table) => (OWN_TABLES.get(table)?.[of] ?? []).map((name) => ({ table, name })))
  const lacking = (found: TableName[]) => (one: TableName) => !found.some((other) => isSame(one, other))
  const isOwn = (one: TableName) => OWN_TABLES.get(one.table)?.triggers.includes(one.name) === true
  return {
    missing: [...OWN_TABLES.keys()].filter((name) => !tables.some(({ table }) => table === name)),
    replaced: [
      ...tables.flatMap(({ table, kind }) => (KINDS[kind] ? [{ table, kind: KINDS[kind] }] : [])),
      ...others.map((table) => ({ table, kind: 'without its primary key, so another table than the service’s' })),
    ],
    hiding: tables.filter(({ hides }) => hides).map(({ table }) => table),
    unlogged: tables.filter(({ unlogged }) => unlogged).map(({ table }) => table),
    inheriting: await named(
      db,
      'h.inhrelid::regclass::text AS name FROM pg_inherits h JOIN pg_class c ON c.oid = h.inhparent',
    ),
    rules,
    off: triggers.filter((trigger) => isOwn(trigger) && trigger.enabled !== 'A'),
    gone: own('triggers').filter(lacking(triggers)),
    foreign: triggers.filter((trigger) => !isOwn(trigger) && trigger.enabled !== 'D'),
    notUnique: own('uniqueIndexes').filter(lacking(indexes)),
    behind: await sequencesBehind(db),
  }
}

const isSame = (one: TableName, other: TableName) => one.table === other.table && one.name === other.name

async function named<Row = unknown>(db: Queryable, what: string): Promise<(TableName & Row)[]> {
  const { rows } = await db.query<TableName & Row>(
    `SELECT c.relname AS table, ${what} WHERE c.relnamespace = 'public'::regnamespace AND c.relname = ANY($1) ORDER BY 1, 2`,
    [[...OWN_TABLES.keys()]],
  )
  return rows
}

/** A replication copies rows with their numbers, and leaves the sequences behind. */
async function sequencesBehind(db: Queryable): Promise<ForeignShape['behind']> {
  const { rows: sequences } = await db.query<ForeignShape['behind'][number]>(
    `SELECT t.relname AS table, a.attname AS column, s.relname AS sequence FROM pg_depend d
     JOIN pg_class s ON s.oid = d.objid AND s.relkind = 'S' AND d.classid = 'pg_class'::regclass AND d.deptype IN ('a', 'i')
     JOIN pg_class t ON t.oid = d.refobjid AND t.relnamespace = 'public'::regnamespace AND t.relname = ANY($1)
     JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = d.refobjsubid ORDER BY 1`,
    [[...OWN_TABLES.keys()]],
  )
  const behind: ForeignShape['behind'] = []
  for (const one of sequences) {
    const [table, column, sequence] = [one.table, one.column, one.sequence].map((name) => pg.escapeIdentifier(name))
    const { rows } = await db.query<{ behind: boolean }>(
      `SELECT EXISTS (SELECT FROM public.${table} WHERE ${column} > last_value OR ${column} = last_value AND NOT is_called) AS behind
       FROM public.${sequence}`,
    )
    if (rows[0]?.behind) behind.push(one)
  }
  return behind
}
