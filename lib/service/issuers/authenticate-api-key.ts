import { apiKeyHash, parseApiKey } from '@/lib/domain/issuer/api-key'
import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { assureNone } from '@/lib/service/check/assure-none'
import { servingGuard } from '@/lib/store/database/serving-guard'
import { findApiKeyOwner, noteLastUse } from '@/lib/store/issuers/api-key-access'

/**
 * Finds the owner of an API key (interface.md part 5, spec part 10). A mistyped key never reaches the database; a
 * revoked one stops working with the next request of every process.
 * @param token what stood behind `Bearer`
 * @throws ServiceError `unauthorized`, the same for every key that does not work; `unavailable` when that cannot be told
 */
export async function authenticateApiKey(token: string): Promise<{ issuerId: string; keyId: string }> {
  const key = parseApiKey(token, env().API_KEY_PREFIX)
  const owner = key === null ? null : await servingGuard().run((deadline) => findApiKeyOwner(apiKeyHash(key), deadline))
  if (key !== null && owner === null) await assureNone()
  if (!owner) throw new ServiceError('unauthorized', 'The API key is missing or does not work.')
  if (owner.stale) noteLastUse(owner.keyId)
  return { issuerId: owner.issuerId, keyId: owner.keyId }
}
