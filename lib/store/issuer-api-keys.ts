import type { Transaction } from './database'
import { prisma } from './prisma'

/** An issuer's API key as it may be shown: the key itself is nowhere. */
export interface StoredApiKey {
  id: string
  name: string
  lastFour: string
  createdAt: Date
  lastUsedAt: Date | null
  revokedAt: Date | null
  revokedReason: string | null
}

const SHOWN = {
  id: true,
  name: true,
  lastFour: true,
  createdAt: true,
  lastUsedAt: true,
  revokedAt: true,
  revokedReason: true,
} as const

/** The same columns, as SQL names them. */
const COLUMNS = `id, name, last_four AS "lastFour", created_at AS "createdAt", last_used_at AS "lastUsedAt",
  revoked_at AS "revokedAt", revoked_reason AS "revokedReason"`

/** Adds a key by its hash. */
export async function insertApiKey(
  tx: Transaction,
  key: { id: string; issuerId: string; name: string; keyHash: string; lastFour: string },
): Promise<StoredApiKey> {
  const { rows } = await tx.query<StoredApiKey>(
    `INSERT INTO issuer_api_keys (id, issuer_id, name, key_hash, last_four) VALUES ($1, $2, $3, $4, $5)
     RETURNING ${COLUMNS}`,
    [key.id, key.issuerId, key.name, key.keyHash, key.lastFour],
  )
  return rows[0] as StoredApiKey
}

/** The keys of an issuer, the newest first, revoked ones too. */
export async function findApiKeys(issuerId: string): Promise<StoredApiKey[]> {
  return prisma().issuerApiKey.findMany({ where: { issuerId }, orderBy: { createdAt: 'desc' }, select: SHOWN })
}

/** What revoking came to. */
export interface RevokedKey {
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
  const { rowCount } = await tx.query(
    `UPDATE issuer_api_keys SET revoked_at = clock_timestamp(), revoked_reason = $2
     WHERE id = $1 AND revoked_at IS NULL AND ($3::uuid IS NULL OR issuer_id = $3)`,
    [id, reason, issuerId],
  )
  const { rows } = await tx.query<StoredApiKey & { issuerId: string }>(
    `SELECT ${COLUMNS}, issuer_id AS "issuerId" FROM issuer_api_keys
     WHERE id = $1 AND ($2::uuid IS NULL OR issuer_id = $2)`,
    [id, issuerId],
  )
  if (!rows[0]) return null
  const { issuerId: owner, ...key } = rows[0]
  return { key, issuerId: owner, changed: rowCount === 1 }
}
