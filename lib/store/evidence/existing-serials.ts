import type { Transaction } from '@/lib/store/database/database'

/**
 * Which of these keys certificates have, by their columns alone: enough to tell how a text is meant, never for a verdict.
 * @param issuerId whose certificates; null for all
 */
export async function findExistingSerials(
  db: Pick<Transaction, 'query'>,
  keys: readonly string[],
  issuerId: string | null = null,
): Promise<Set<string>> {
  const { rows } = await db.query<{ key: string }>(
    `SELECT c.serial_key AS key FROM certificates c
     WHERE c.serial_key = ANY($1::text[]) AND ($2::uuid IS NULL OR c.issuer_id = $2::uuid)`,
    [keys, issuerId],
  )
  return new Set(rows.map(({ key }) => key))
}
