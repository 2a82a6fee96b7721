import type { IssuerNames } from '@/lib/domain/issuer/issuer-look-alike'
import type { Transaction } from '@/lib/store/database/database'
import { insertSealed, isSealed, readRows, updateSealed, writeSealed } from '@/lib/store/keys/sealed-rows'

/**
 * The names of every issuer, with every slug that it has or had. Nobody else can name an issuer until the transaction
 * ends.
 */
export async function holdIssuerNames(tx: Transaction): Promise<(IssuerNames & { id: string })[]> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('issuer-names', 0))`)
  const { rows } = await tx.query<IssuerNames & { id: string }>(
    `SELECT i.id, i.name, i.domain, coalesce(array_agg(s.slug) FILTER (WHERE s.slug IS NOT NULL), '{}') AS slugs
     FROM issuers i LEFT JOIN issuer_slugs s ON s.issuer_id = i.id GROUP BY i.id`,
  )
  return rows
}

/**
 * Gives an issuer another slug; the old one keeps leading to it and is never given to anyone else.
 * @param slug nobody else's, now or before
 */
export async function changeSlug(tx: Transaction, issuerId: string, slug: string): Promise<void> {
  await updateSealed(tx, 'issuer_slugs', 'issuer_id = $1 AND current', [issuerId], { current: false })
  const own = 'issuer_id = $1 AND slug = $2'
  if ((await updateSealed(tx, 'issuer_slugs', own, [issuerId, slug], { current: true })).length === 1) return
  await insertSealed(tx, 'issuer_slugs', [{ slug, issuerId, current: true }])
}

/**
 * Leads a slug to an issuer again, as its current one, over a row that does not count.
 * @returns false when there is no such row
 */
export async function rewriteSlug(tx: Transaction, issuerId: string, slug: string): Promise<boolean> {
  const [astray] = await readRows(tx, 'issuer_slugs', 'slug = $1 FOR UPDATE', [slug])
  if (!astray || isSealed('issuer_slugs', astray)) return false
  await writeSealed(tx, 'issuer_slugs', astray, { issuerId, current: false })
  await changeSlug(tx, issuerId, slug)
  return true
}
