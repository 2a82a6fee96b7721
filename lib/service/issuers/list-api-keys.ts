import { findApiKeys, type StoredApiKey } from '@/lib/store/issuers/issuer-api-keys'
import { getIssuer } from './get-issuer'

/**
 * The API keys of an issuer, the newest first, revoked ones too.
 * @throws ServiceError `not_found`
 */
export async function listApiKeys(slug: string): Promise<StoredApiKey[]> {
  return findApiKeys((await getIssuer(slug)).id)
}
