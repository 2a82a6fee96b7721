import { cleanText } from '@/lib/domain/clean-text'
import { isUuid } from '@/lib/domain/uuid'
import { ServiceError } from '@/lib/errors'
import { revokeStoredApiKey, type StoredApiKey } from '@/lib/store/issuer-api-keys'

/**
 * Revokes an API key, from the next request of every process on. A key that is revoked stays as it is.
 * @param reason kept internally, or null
 * @throws ServiceError `not_found`; `malformed` when the reason is refused
 */
export async function revokeApiKey(id: string, reason: string | null = null): Promise<StoredApiKey> {
  const key = isUuid(id) ? await revokeStoredApiKey(id, reason === null ? null : clean(reason)) : null
  if (!key) throw new ServiceError('not_found', 'There is no key with this ID. certs key list shows them.')
  return key
}

function clean(reason: string): string {
  const cleaned = cleanText(reason, { field: 'The reason', maxLength: 1000, required: true })
  if (!cleaned.ok) throw new ServiceError('malformed', cleaned.reason)
  return cleaned.text
}
