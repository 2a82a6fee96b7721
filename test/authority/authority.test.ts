import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { env } from '@/lib/env'
import { loadReach } from '@/lib/http/limits/reach'
import { servingPool } from '@/lib/store/database/database'
import { columnOf, SEALED_TABLE_NAMES, SEALED_TABLES, type SealedTable } from '@/lib/store/keys/sealed-tables'
import { useServiceDatabase } from '@/test/database/service-database'
import type { Right } from './right'
import { RIGHTS } from './rights'
import { TABLES } from './tables'

const database = useServiceDatabase({
  TRUSTED_PROXIES: '',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'no-reply@verify.test',
})

/** Tables whose seals do not end: what they say is never changed, or an older row of them takes away alone. */
const NEVER_CHANGED: readonly SealedTable[] = [
  ...(['certificates', 'log_pending', 'log_state', 'mail_messages', 'webhook_deliveries'] as const),
]

type StoredRow = Record<string, unknown>

let superuser: pg.Client

beforeAll(async () => {
  await loadReach(env())
  superuser = new pg.Client(database.adminUrl)
  await superuser.connect()
})
afterAll(() => superuser.end())

/** By table, what puts its guards back: in one statement, since PostgreSQL plans everything anew after each that alters a table. */
const guards = new Map<string, string>()

async function guardsOf(table: string): Promise<string> {
  const known = guards.get(table)
  if (known !== undefined) return known
  const { rows } = await superuser.query<{ name: string }>(
    'SELECT tgname AS name FROM pg_trigger WHERE tgrelid = $1::regclass AND NOT tgisinternal',
    [table],
  )
  const back = ['ENABLE TRIGGER USER', ...rows.map(({ name }) => `ENABLE ALWAYS TRIGGER ${name}`)].join(', ')
  guards.set(table, back)
  return back
}

/** Works on a table as somebody who may do everything but does not know the key. */
async function withoutGuards(table: string, work: () => Promise<unknown>): Promise<void> {
  const back = await guardsOf(table)
  await superuser.query(`SET session_replication_role = replica; ALTER TABLE ${table} DISABLE TRIGGER USER`)
  try {
    await work()
  } finally {
    await superuser.query(`SET session_replication_role = origin; ALTER TABLE ${table} ${back}`)
  }
}

async function rowOf(table: string, { where, value }: Right): Promise<StoredRow | null> {
  const { rows } = await superuser.query<{ row: StoredRow }>(
    `SELECT to_jsonb(t) AS row FROM ${table} t WHERE ${where}`,
    [value],
  )
  return rows[0]?.row ?? null
}

/** Puts a row there, in place of the one that is. */
async function put(db: Pick<pg.Client, 'query'>, table: string, right: Right, row: StoredRow): Promise<void> {
  await db.query(`DELETE FROM ${table} WHERE ${right.where}`, [right.value])
  await insert(db, table, row)
}

async function insert(db: Pick<pg.Client, 'query'>, table: string, row: StoredRow): Promise<void> {
  await db.query(
    `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::${table}, $1::jsonb)`,
    [JSON.stringify(row)],
  )
}

const opens = (right: Right) => right.opens().catch(() => false)

/** Another value of the same type. */
function other(type: string, column: string): string {
  if (type === 'uuid') return 'gen_random_uuid()'
  if (type === 'boolean') return `NOT coalesce(${column}, false)`
  if (type === 'desk_role') return `CASE WHEN ${column} = 'owner' THEN 'reader' ELSE 'owner' END::desk_role`
  if (type === 'bytea') return `${column} || '\\x00'::bytea`
  if (type === 'integer' || type === 'bigint') return `${column} + 1`
  if (type.startsWith('timestamp')) return `coalesce(${column} + interval '1 hour', clock_timestamp())`
  return `coalesce(${column}, '') || 'x'`
}

describe('every table', () => {
  it('is known to grant nothing, or its rows are sealed', async () => {
    const { rows } = await superuser.query<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'`,
    )
    expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(TABLES).sort())
    const sealed = Object.entries(TABLES).filter(([, what]) => what === 'sealed')
    expect(sealed.map(([name]) => name)).toEqual([...SEALED_TABLE_NAMES].sort())
    expect(Object.keys(RIGHTS).sort()).toEqual([...SEALED_TABLE_NAMES].sort())
    const page = await readFile('docs/authority.md', 'utf8')
    const cells = page.split('\n').flatMap((line) => (line.startsWith('| `') ? [line.split('|')[1] ?? ''] : []))
    const named = new Set(cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name)))
    expect(rows.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([])
  })

  it.each(SEALED_TABLE_NAMES.filter((table) => !NEVER_CHANGED.includes(table)))(
    '%s: its trigger knows the columns under its seal',
    async (table) => {
      const { rows } = await superuser.query<{ args: string }>(
        `SELECT encode(tgargs, 'escape') AS args FROM pg_trigger WHERE tgname = $1`,
        [`${table}_sealed`],
      )
      const { key, rest } = SEALED_TABLES[table]
      expect(rows[0]?.args.split('\\000').filter(Boolean).sort()).toEqual([...key, ...rest].map(columnOf).sort())
    },
  )

  it('of what is staged to be issued belongs to one connection', async () => {
    const other = new pg.Client(database.url)
    await other.connect()
    try {
      await other.query('CREATE TEMPORARY TABLE staged_rows (line int)')
      const { rows } = await other.query<{ name: string }>(
        `SELECT quote_ident(n.nspname) || '.staged_rows' AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         WHERE c.oid = 'staged_rows'::regclass`,
      )
      // PostgreSQL refuses it, or writes what the connection of the table never sees.
      await superuser.query(`INSERT INTO ${rows[0]?.name ?? ''} VALUES (1)`).catch(() => undefined)
      expect((await other.query('SELECT * FROM staged_rows')).rows).toEqual([])
      await other.query('INSERT INTO staged_rows VALUES (2)')
      await superuser.query(`INSERT INTO ${rows[0]?.name ?? ''} VALUES (3)`).catch(() => undefined)
      expect((await other.query('SELECT * FROM staged_rows')).rows).toEqual([{ line: 2 }])
    } finally {
      await other.end()
    }
  })
})

describe.each(SEALED_TABLE_NAMES)('a row of %s', (table) => {
  let right: Right
  let good: StoredRow

  beforeAll(async () => {
    right = await RIGHTS[table]()
    good = (await rowOf(table, right)) ?? {}
  })

  it('opens its door', async () => {
    expect(await right.opens()).toBe(true)
  })

  it.each([
    ['without a seal', () => null],
    ['with an empty one', () => ''],
    ['with one that somebody made up', () => `${'A'.repeat(16)}.${'A'.repeat(43)}`],
    ['with the seal of another row', async () => (await rowOf(table, await RIGHTS[table]()))?.mac],
  ])('that is inserted %s opens nothing', async (_what, seal) => {
    const mac = await seal()
    if (mac !== null) expect(mac).not.toBe(good.mac)
    await withoutGuards(table, () => put(superuser, table, right, { ...good, mac }))
    expect(await opens(right)).toBe(false)
    await withoutGuards(table, () => put(superuser, table, right, good))
    expect(await right.opens()).toBe(true)
  })

  it.each(SEALED_TABLES[table].rest.map(columnOf))('opens nothing once its %s was changed', async (column) => {
    const { rows } = await superuser.query<{ type: string }>(
      `SELECT format_type(atttypid, atttypmod) AS type FROM pg_attribute WHERE attrelid = $1::regclass AND attname = $2`,
      [table, column],
    )
    const change = `UPDATE ${table} SET ${column} = ${other(rows[0]?.type ?? '', column)} WHERE ${right.where}`
    if (!NEVER_CHANGED.includes(table))
      await expect(servingPool().query(change, [right.value])).rejects.toMatchObject({ code: /^(23001|42501)$/ })
    expect(await right.opens()).toBe(true)
    if (await isRefusedToAll(change)) return
    const changed = await rowOf(table, right)
    expect([changed === null || changed[column] !== good[column], await opens(right)]).toEqual([true, false])
    await withoutGuards(table, () => restore(changed))
    expect(await right.opens()).toBe(true)
  })

  /** Changes it without guards; a CHECK of the table itself may refuse even that. */
  async function isRefusedToAll(change: string): Promise<boolean> {
    try {
      await withoutGuards(table, () => superuser.query(change, [right.value]))
      return false
    } catch (error) {
      expect(error).toMatchObject({ code: '23514' })
      return true
    }
  }

  async function restore(changed: StoredRow | null): Promise<void> {
    const keys = SEALED_TABLES[table].key.map(columnOf)
    const same = keys.map((key, index) => `${key}::text = $${index + 1}`).join(' AND ')
    await superuser.query(
      `DELETE FROM ${table} WHERE ${same}`,
      keys.map((key) => (changed ?? good)[key]),
    )
    await insert(superuser, table, good)
  }

  it('is not put back by the service’s own role once it has ended', async () => {
    const { end } = right
    if (end === null) return
    await end()
    expect(await opens(right)).toBe(false)
    const after = await rowOf(table, right)
    const before = JSON.stringify(good)
    const attempts: [string, unknown[]][] = [
      [
        `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::${table}, $1::jsonb)`,
        [before],
      ],
    ]
    if (after !== null) {
      const columns = Object.keys(good).filter((column) => good[column] !== after[column])
      const set = (names: string[]) =>
        `UPDATE ${table} t SET (${names.join(', ')}) = (SELECT ${names.map((name) => `o.${name}`).join(', ')}
         FROM jsonb_populate_record(NULL::${table}, $2::jsonb) o) WHERE ${right.where}`
      attempts.push([set(columns.length === 1 ? [...columns, columns[0] ?? ''] : columns), [right.value, before]])
    }
    for (const [sql, values] of attempts)
      await expect(servingPool().query(sql, values), sql).rejects.toMatchObject({ code: /^(23|42|428C9)/ })
    expect(await opens(right)).toBe(false)
    if (after === null) return
    // Its new seal beside the old values, by somebody who can do everything.
    await withoutGuards(table, () => put(superuser, table, right, { ...good, mac: after.mac }))
    expect(await opens(right)).toBe(false)
  })
})
