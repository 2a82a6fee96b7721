import { transaction } from '@/lib/store/database/database'
import { isSealed, isSealedAsBefore, type Querying, queryFields, sealOf, writeSealed } from './sealed-rows'
import { SEALED_TABLE_NAMES, SEALED_TABLES, type SealedRows, type SealedTable, sealerOf } from './sealed-tables'

/** The migration since which the desk and the operator have seals of their own, and issuers' rows signatures. */
export const SEALERS_MIGRATION = '0092_sealers'

const AT_ONCE = 2000

/**
 * Gives the rows that counted under the one key of before the seals of those who may seal them now, in the transaction of
 * the migration that wants them and never again: processes that answered anyone held the key of before.
 */
export async function sealBySealers(client: Querying, keyEncryptionKey: Buffer): Promise<void> {
  const { rows: had } = await client.query<{ name: SealedTable }>(
    `SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'mac'`,
  )
  // What was sealed only later has no place for a seal yet.
  for (const { name: table } of had.filter(
    ({ name }) => SEALED_TABLE_NAMES.includes(name) && sealerOf(name) !== 'anyone',
  ))
    for await (const rows of walkSealed(client, table)) {
      const counted = rows.filter((row) => isSealedAsBefore(table, row, keyEncryptionKey))
      await writeSeals(client, table, counted, keyEncryptionKey)
    }
}

/** The migration since which what waits for the public log, and how far it has come, is sealed. */
export const LOG_SEALS_MIGRATION = '0095a_log_seals'

/**
 * Seals what waits for the log, and how far it has come, as they stand when they get their seals: it was published as it stood until
 * then. In the transaction of the migration, and never again.
 */
export async function sealLog(client: Querying, keyEncryptionKey: Buffer): Promise<void> {
  for (const table of ['log_pending', 'log_state'] as const)
    for await (const rows of walkSealed(client, table)) await writeSeals(client, table, rows, keyEncryptionKey)
}

async function writeSeals<T extends SealedTable>(
  client: Querying,
  table: T,
  rows: readonly (SealedRows[T] & { ctid: string })[],
  keyEncryptionKey: Buffer,
): Promise<void> {
  const seals = rows.map((row) => sealOf(table, row, keyEncryptionKey))
  await client.query(
    `UPDATE ${table} t SET mac = n.mac FROM unnest($1::tid[], $2::text[]) AS n(place, mac) WHERE t.ctid = n.place`,
    [rows.map(({ ctid }) => ctid), seals],
  )
}

/**
 * Renews the seals of a table under another key encryption key (`certs rekey`). A row that does not count goes on not
 * counting: a new seal would make what somebody wrote true.
 * @param change what in a row is under that key, too, and is sealed anew by the caller
 */
export async function resealTable<T extends SealedTable>(
  tx: Querying,
  table: T,
  { current, next }: { current: Buffer; next: Buffer },
  change: (row: SealedRows[T]) => Partial<SealedRows[T]> | Promise<Partial<SealedRows[T]>> = () => ({}),
): Promise<number> {
  let count = 0
  for await (const rows of walkSealed(tx, table)) {
    for (const row of rows) {
      if (!isSealed(table, row, current)) continue
      await writeSealed(tx, table, row, await change(row), next)
      count += 1
    }
  }
  return count
}

/** How many rows of a table do not count, and the key of one of them. */
export async function countUnsealed(table: SealedTable): Promise<{ count: number; first: string }> {
  return transaction(async (tx) => {
    const found = { count: 0, first: '' }
    for await (const rows of walkSealed(tx, table)) {
      for (const row of rows.filter((one) => !isSealed(table, one))) {
        found.count += 1
        found.first ||= (SEALED_TABLES[table].key as readonly (keyof typeof row)[])
          .map((key) => String(row[key]))
          .join(' ')
      }
    }
    return found
  })
}

/** Every row of a table that has or needs a seal, some at a time, as they stood at the beginning. */
async function* walkSealed<T extends SealedTable>(
  tx: Querying,
  table: T,
): AsyncGenerator<(SealedRows[T] & { ctid: string })[]> {
  const { only = 'true' } = SEALED_TABLES[table]
  await tx.query(`DECLARE sealed_rows NO SCROLL CURSOR FOR SELECT ctid::text, * FROM ${table} WHERE ${only}`)
  for (;;) {
    const rows = await queryFields<SealedRows[T] & { ctid: string }>(tx, `FETCH ${AT_ONCE} FROM sealed_rows`)
    if (rows.length === 0) break
    yield rows
  }
  await tx.query('CLOSE sealed_rows')
}
