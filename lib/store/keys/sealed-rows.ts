import pg from 'pg'
import type { KeySource } from '@/lib/crypto/seals/key-source'
import type { Sealable } from '@/lib/crypto/seals/row-seal'
import { sealRow, verifyEarlierRowSeal, verifyRowSeal } from '@/lib/crypto/seals/row-seal'
import { requireWritten } from '@/lib/store/database/shape/require-written'
import { keyEncryptionKey } from './key-encryption-key'
import { columnOf, fieldOf, SEALED_TABLES, type SealedRows, type SealedTable, sealerOf } from './sealed-tables'

/** A connection, or a pool of them. */
export interface Querying {
  query: pg.ClientBase['query']
}
type Fields<T extends SealedTable> = Partial<SealedRows[T]>

/** Large numbers whole, as the Prisma client gives them. */
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? BigInt : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

/**
 * A seal for a row as it is to be stored; what is left out is null.
 * @param key 32 bytes; by default the key encryption key in use
 */
export function sealOf<T extends SealedTable>(table: T, row: Fields<T>, key: KeySource = keyEncryptionKey()): string {
  return sealRow(key, factsOf(table, row))
}

/** Whether a row carries the seal of this service, so that it counts (docs/decisions/0039). */
export function isSealed<T extends SealedTable>(
  table: T,
  row: Fields<T> & { mac: string | null },
  key: KeySource = keyEncryptionKey(),
): boolean {
  return verifyRowSeal(key, factsOf(table, row), row.mac)
}

/** Whether a row carries the seal that it had before each sealer had a key of its own. */
export function isSealedAsBefore<T extends SealedTable>(
  table: T,
  row: Fields<T> & { mac: string | null },
  key: Buffer,
): boolean {
  return verifyEarlierRowSeal(key, factsOf(table, row), row.mac)
}

function factsOf<T extends SealedTable>(table: T, row: Fields<T>) {
  const { key, rest } = SEALED_TABLES[table]
  const values = Object.fromEntries([...key, ...rest].map((name) => [name, (row[name] ?? null) as Sealable]))
  return { table, sealer: sealerOf(table), values }
}

/** In SQL, the columns under a table's seals, and the seal: named one by one for statements that are prepared. */
export function sealedColumns(table: SealedTable, alias: string): string {
  const { key, rest } = SEALED_TABLES[table]
  return [...key, ...rest, 'mac'].map((field) => `${alias}.${columnOf(field)}`).join(', ')
}

/**
 * Reads rows as they stand, also those that do not count.
 * @param where SQL from the condition on; the table is named by its own name
 */
export async function readRows<T extends SealedTable>(
  db: Querying,
  table: T,
  where: string,
  values: readonly unknown[],
): Promise<SealedRows[T][]> {
  return queryFields<SealedRows[T]>(db, `SELECT ${table}.* FROM ${table} WHERE ${where}`, values)
}

/**
 * Runs a statement; its rows' columns come in camel case, as fields.
 * @param name prepares the statement once a connection
 */
export async function queryFields<Row>(
  db: Querying,
  text: string,
  values: readonly unknown[] = [],
  name?: string,
): Promise<Row[]> {
  const statement = { text, values: [...values], types: TYPES, ...(name !== undefined && { name }) }
  const { rows } = await db.query<Record<string, unknown>>(statement)
  return rows.map(
    (row) => Object.fromEntries(Object.entries(row).map(([column, value]) => [fieldOf(column), value])) as Row,
  )
}

/** The rows among them that count. */
export async function findSealed<T extends SealedTable>(
  db: Querying,
  table: T,
  where: string,
  values: readonly unknown[],
): Promise<SealedRows[T][]> {
  return (await readRows(db, table, where, values)).filter((row) => isSealed(table, row))
}

/** As `findSealed`, held until the transaction ends. */
export function holdSealed<T extends SealedTable>(
  tx: Querying,
  table: T,
  where: string,
  values: readonly unknown[],
): Promise<SealedRows[T][]> {
  return findSealed(tx, table, `${where} FOR UPDATE`, values)
}

/**
 * Adds rows under seals. Their values are those of the caller alone: what a trigger made of them would not count.
 * @param rows each with the same fields, all of those that are sealed and not null among them
 * @param onConflict SQL, such as `(email) DO NOTHING`
 * @returns those that were added
 */
export async function insertSealed<T extends SealedTable>(
  tx: Querying,
  table: T,
  rows: readonly Fields<T>[],
  onConflict?: string,
): Promise<SealedRows[T][]> {
  const [first] = rows
  if (!first) return []
  const fields = Object.keys(first) as (keyof Fields<T> & string)[]
  const added = await queryFields<SealedRows[T]>(
    tx,
    `INSERT INTO ${table} (${[...fields, 'mac'].map(columnOf).join(', ')})
     VALUES ${placeholders(rows.length, fields.length + 1)}
     ${onConflict === undefined ? '' : `ON CONFLICT ${onConflict}`} RETURNING *`,
    rows.flatMap((row) => [...fields.map((field) => row[field]), sealOf(table, row)]),
  )
  // Where a row may be there already, nobody can tell what was passed over.
  if (onConflict === undefined) requireWritten({ rowCount: added.length }, table, rows.length)
  return added
}

function placeholders(rows: number, width: number): string {
  const row = (at: number) =>
    `(${Array.from({ length: width }, (_, index) => `$${at * width + index + 1}`).join(', ')})`
  return Array.from({ length: rows }, (_, at) => row(at)).join(', ')
}

/**
 * Changes the rows that count, and seals them anew: their seals of before have ended. The others stay as they are.
 * @param where as in `readRows`
 * @param change the new values, or what gives them for a row; none leaves it as it is
 * @returns the rows as they were before
 */
export async function updateSealed<T extends SealedTable>(
  tx: Querying,
  table: T,
  where: string,
  values: readonly unknown[],
  change: Fields<T> | ((row: SealedRows[T]) => Fields<T>),
): Promise<SealedRows[T][]> {
  const held = await holdSealed(tx, table, where, values)
  for (const row of held) {
    const next = typeof change === 'function' ? change(row) : change
    if (Object.keys(next).length > 0) await writeSealed(tx, table, row, next)
  }
  return held
}

/** Writes new values into a row that is held, with a seal over all of them. */
export async function writeSealed<T extends SealedTable>(
  tx: Querying,
  table: T,
  row: SealedRows[T],
  change: Fields<T>,
  key?: KeySource,
): Promise<void> {
  const names = SEALED_TABLES[table].key
  const mac = sealOf(table, { ...row, ...change }, key)
  const changed = Object.entries({ ...change, mac })
  const set = changed.map(([field], index) => `${columnOf(field)} = $${index + 1}`)
  const same = names.map((name, index) => `${columnOf(name)} = $${changed.length + index + 1}`)
  const written = await queryFields<SealedRows[T]>(
    tx,
    `UPDATE ${table} SET ${set.join(', ')} WHERE ${same.join(' AND ')} RETURNING *`,
    [...changed.map(([, value]) => value as unknown), ...names.map((name) => row[name])],
  )
  requireWritten({ rowCount: written.filter((one) => isSealed(table, one, key)).length }, table)
}
