import { transaction } from '@/lib/store/database/database'
import { insertSealed, updateSealed } from '@/lib/store/keys/sealed-rows'
import type { SealedRows, SealedTable } from '@/lib/store/keys/sealed-tables'

/** Adds a row as the service would: under a seal. */
export async function addRow<T extends SealedTable>(table: T, row: Partial<SealedRows[T]>): Promise<void> {
  await transaction((tx) => insertSealed(tx, table, [row]))
}

/**
 * Changes rows as the service would: under new seals.
 * @param where SQL, with one value in it
 */
export async function changeRows<T extends SealedTable>(
  table: T,
  where: string,
  value: string,
  change: Partial<SealedRows[T]> | ((row: SealedRows[T]) => Partial<SealedRows[T]>),
): Promise<void> {
  await transaction((tx) => updateSealed(tx, table, where, [value], change))
}
