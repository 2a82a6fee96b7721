import type { KeySource } from '@/lib/crypto/seals/key-source'
import { type OwnWords, NO_WORDS } from '@/lib/domain/issuer/own-words'
import type { Transaction } from '@/lib/store/database/database'
import { readOnServingPool } from '@/lib/store/database/on-serving-pool'
import { findSealed, insertSealed, type Querying, readRows, sealOf } from '@/lib/store/keys/sealed-rows'

/** The migration that makes the table out of columns that were under no seal. */
export const OWN_WORDS_MIGRATION = '0080_own_words'

/** Seals the words that were there, in the transaction of that migration and never again. */
export async function sealOwnWords(client: Querying, key: KeySource): Promise<void> {
  for (const row of await readRows(client, 'issuer_own_words', 'true', []))
    await client.query('UPDATE issuer_own_words SET mac = $2 WHERE issuer_id = $1', [
      row.issuerId,
      sealOf('issuer_own_words', row, key),
    ])
}

/** What these issuers say of themselves; those who say nothing, or whose row carries no good seal, are left out. */
export async function findOwnWords(db: Querying, issuerIds: readonly string[]): Promise<Map<string, OwnWords>> {
  const rows = await findSealed(db, 'issuer_own_words', 'issuer_id = ANY($1::uuid[])', [issuerIds])
  return new Map(
    rows.map(({ issuerId, description, contact, website }) => [issuerId, { description, contact, website }]),
  )
}

/** The same for the public pages. */
export function findPublicWords(issuerIds: readonly string[]): Promise<Map<string, OwnWords>> {
  return readOnServingPool((pool) => findOwnWords(pool, issuerIds))
}

/** What an issuer says of itself, held until the transaction ends, so that of two changes at once the second sees the first. */
export async function holdOwnWords(tx: Transaction, issuerId: string): Promise<OwnWords> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('own words ' || $1, 0))", [issuerId])
  return (await findOwnWords(tx, [issuerId])).get(issuerId) ?? NO_WORDS
}

/** Writes it in the place of what it said before, also of what carries no good seal. */
export async function replaceOwnWords(
  tx: Transaction,
  issuerId: string,
  words: OwnWords,
  changedBy: string,
): Promise<void> {
  await tx.query('DELETE FROM issuer_own_words WHERE issuer_id = $1', [issuerId])
  await insertSealed(tx, 'issuer_own_words', [{ issuerId, ...words, changedBy, changedAt: new Date() }])
}
