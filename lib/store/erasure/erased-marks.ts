import { type Transaction, workingPool } from '@/lib/store/database/database'

/** A mark that remembers an erasure by a keyed hash. */
type MarkKind = 'serial' | 'row'

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

/**
 * Which of these keyed hashes of serials are remembered, with the lineage that had them: a serial is one issuer's, for
 * everybody.
 */
export async function findMarkedSerials(macs: readonly string[], tx?: Transaction): Promise<Map<string, string>> {
  const { rows } = await (tx ?? workingPool()).query<{ mac: string; lineageId: string }>(
    `SELECT mac, lineage_id AS "lineageId" FROM erased_marks WHERE kind = 'serial' AND mac = ANY($1::text[])`,
    [macs],
  )
  return new Map(rows.map(({ mac, lineageId }) => [mac, lineageId]))
}

/** Which of these keyed hashes of rows are remembered of this issuer; what another one erased concerns nobody here. */
export async function findMarkedRows(issuerId: string, macs: readonly string[]): Promise<Set<string>> {
  const { rows } = await workingPool().query<{ mac: string }>(
    `SELECT m.mac FROM erased_marks m JOIN erasures e USING (lineage_id)
     WHERE m.kind = 'row' AND m.mac = ANY($2::text[]) AND e.issuer_id = $1`,
    [issuerId, macs],
  )
  return new Set(rows.map(({ mac }) => mac))
}
