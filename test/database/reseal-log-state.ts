import { type Querying, readRows, writeSealed } from '@/lib/store/keys/sealed-rows'

/** Makes how far the log has come count as it stands: what an operator could who holds the keys, or a restore of an older state. */
export async function resealLogState(db: Querying): Promise<void> {
  for (const row of await readRows(db, 'log_state', 'true', [])) await writeSealed(db, 'log_state', row, {})
}
