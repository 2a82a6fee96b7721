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

/** Adds a key by its hash. */
export async function insertApiKey(key: {
  id: string
  issuerId: string
  name: string
  keyHash: string
  lastFour: string
}): Promise<StoredApiKey> {
  return prisma().issuerApiKey.create({ data: key, select: SHOWN })
}

/** The keys of an issuer, the newest first, revoked ones too. */
export async function findApiKeys(issuerId: string): Promise<StoredApiKey[]> {
  return prisma().issuerApiKey.findMany({ where: { issuerId }, orderBy: { createdAt: 'desc' }, select: SHOWN })
}

/**
 * Revokes a key, from the next request on; a revoked key keeps its first date and reason.
 * @returns the key, or null when there is none with this id
 */
export async function revokeStoredApiKey(id: string, reason: string | null): Promise<StoredApiKey | null> {
  await prisma().issuerApiKey.updateMany({
    where: { id, revokedAt: null },
    data: { revokedAt: new Date(), revokedReason: reason },
  })
  return prisma().issuerApiKey.findUnique({ where: { id }, select: SHOWN })
}
