import { type Transaction, workingPool } from '../database'

/** What is remembered of an erasure by its keyed hash. */
export type MarkKind = 'serial' | 'row'

/** Remembers keyed hashes of a lineage that is erased. */
export async function insertMarks(
  tx: Transaction,
  lineageId: string,
  kind: MarkKind,
  macs: readonly string[],
): Promise<void> {
  await tx.query(
    `INSERT INTO erased_marks (kind, mac, lineage_id) SELECT $1, mac, $3 FROM unnest($2::text[]) AS mac
     ON CONFLICT DO NOTHING`,
    [kind, macs, lineageId],
  )
}

/** Which of these keyed hashes are remembered. */
export async function findMarked(
  kind: MarkKind,
  macs: readonly string[],
  tx?: Transaction,
): Promise<Map<string, string>> {
  const { rows } = await (tx ?? workingPool()).query<{ mac: string; lineageId: string }>(
    'SELECT mac, lineage_id AS "lineageId" FROM erased_marks WHERE kind = $1 AND mac = ANY($2::text[])',
    [kind, macs],
  )
  return new Map(rows.map(({ mac, lineageId }) => [mac, lineageId]))
}
