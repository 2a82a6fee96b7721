import type { Transaction } from '@/lib/store/database/database'
import { prisma } from '@/lib/store/database/prisma'
import { databaseTime } from '@/lib/store/evidence/event-log'
import { findSealed, insertSealed, isSealed, updateSealed } from '@/lib/store/keys/sealed-rows'
import type { SealedRows } from '@/lib/store/keys/sealed-tables'

/** An issuer's API key as it may be shown: the key itself is stored nowhere. */
export interface StoredApiKey {
  id: string
  name: string
  lastFour: string
  createdAt: Date
  lastUsedAt: Date | null
  revokedAt: Date | null
  revokedReason: string | null
}

function shown(row: SealedRows['issuer_api_keys']): StoredApiKey {
  const { id, name, lastFour, createdAt, lastUsedAt, revokedAt, revokedReason } = row
  return { id, name, lastFour, createdAt, lastUsedAt, revokedAt, revokedReason }
}

/** Adds a key by its hash. */
export async function insertApiKey(
  tx: Transaction,
  key: { id: string; issuerId: string; name: string; keyHash: string; lastFour: string },
): Promise<StoredApiKey> {
  const [row] = await insertSealed(tx, 'issuer_api_keys', [key])
  return shown(row as SealedRows['issuer_api_keys'])
}

/** The keys of an issuer, the newest first, revoked ones too. */
export async function findApiKeys(issuerId: string): Promise<StoredApiKey[]> {
  const rows = await prisma().issuerApiKey.findMany({ where: { issuerId }, orderBy: { createdAt: 'desc' } })
  return rows.filter((row) => isSealed('issuer_api_keys', row)).map(shown)
}

/** What revoking came to. */
interface RevokedKey {
  key: StoredApiKey
  issuerId: string
  /** False when it was revoked before; then its first date and reason stay. */
  changed: boolean
}

/**
 * Revokes a key, from the next request on; a revoked key keeps its first date and reason.
 * @param issuerId only a key of this issuer, or null for anybody's
 * @returns null when there is no such key
 */
export async function revokeStoredApiKey(
  tx: Transaction,
  id: string,
  reason: string | null,
  issuerId: string | null,
): Promise<RevokedKey | null> {
  const revokedAt = new Date(await databaseTime(tx))
  const own = 'id = $1 AND ($2::uuid IS NULL OR issuer_id = $2)'
  const active = `${own} AND revoked_at IS NULL`
  const changed = await updateSealed(tx, 'issuer_api_keys', active, [id, issuerId], {
    revokedAt,
    revokedReason: reason,
  })
  const [row] = await findSealed(tx, 'issuer_api_keys', own, [id, issuerId])
  return row ? { key: shown(row), issuerId: row.issuerId, changed: changed.length === 1 } : null
}
