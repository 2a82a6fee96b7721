import { randomBytes, randomUUID } from 'node:crypto'
import { apiKeyHash, generateApiKey, lastFour } from '@/lib/domain/api-key'
import { cleanText } from '@/lib/domain/clean-text'
import { isUuid } from '@/lib/domain/uuid'
import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { findApiKeys, insertApiKey, revokeStoredApiKey, type StoredApiKey } from '@/lib/store/issuer-api-keys'
import { getIssuer } from './get-issuer'

/**
 * Makes an API key of an issuer (definitions.md part 10). The secret is returned this once and stored nowhere.
 * @throws ServiceError `not_found`; `malformed` when the name is refused
 */
export async function createApiKey(slug: string, name: string): Promise<{ key: StoredApiKey; secret: string }> {
  const issuer = await getIssuer(slug)
  const cleaned = cleanText(name, { field: 'The name', maxLength: 100, required: true })
  if (!cleaned.ok) throw new ServiceError('malformed', cleaned.reason)
  const secret = generateApiKey(env().API_KEY_PREFIX, randomBytes)
  const key = await insertApiKey({
    id: randomUUID(),
    issuerId: issuer.id,
    name: cleaned.text,
    keyHash: apiKeyHash(secret),
    lastFour: lastFour(secret),
  })
  return { key, secret }
}

/**
 * The API keys of an issuer, revoked ones too.
 * @throws ServiceError `not_found`
 */
export async function listApiKeys(slug: string): Promise<StoredApiKey[]> {
  return findApiKeys((await getIssuer(slug)).id)
}

/**
 * Revokes an API key, from the next request of every process on.
 * @throws ServiceError `not_found`
 */
export async function revokeApiKey(id: string, reason: string | null = null): Promise<StoredApiKey> {
  const key = isUuid(id) ? await revokeStoredApiKey(id, reason) : null
  if (!key) throw new ServiceError('not_found', 'There is no such key.')
  return key
}
