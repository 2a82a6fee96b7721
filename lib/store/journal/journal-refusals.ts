import type pg from 'pg'
import { type JournalRecord, recordName } from '@/lib/domain/history/journal-record'

/** Notes that a replay could not restore a record: it stays missing, and somebody has reviewed it. */
export async function noteRefusal(tx: pg.ClientBase, record: JournalRecord): Promise<void> {
  await tx.query('INSERT INTO journal_refusals (record) VALUES ($1) ON CONFLICT (record) DO NOTHING', [
    recordName(record),
  ])
}

/** How many of the missing records no replay has tried yet. */
export async function countUnreplayed(db: pg.ClientBase, missing: readonly JournalRecord[]): Promise<number> {
  if (missing.length === 0) return 0
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM unnest($1::text[]) AS m(record)
     WHERE NOT EXISTS (SELECT 1 FROM journal_refusals r WHERE r.record = m.record)`,
    [missing.map(recordName)],
  )
  return rows[0]?.count ?? 0
}
