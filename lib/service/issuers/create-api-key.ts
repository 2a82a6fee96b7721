import { randomBytes, randomUUID } from 'node:crypto'
import { apiKeyHash, generateApiKey, lastFour } from '@/lib/domain/issuer/api-key'
import { cleanText } from '@/lib/domain/text/clean-text'
import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { noteActivity } from '@/lib/service/desk/note-activity'
import { type Acting, BY_OPERATOR } from '@/lib/service/issue/acting'
import { type Transaction, transaction } from '@/lib/store/database/database'
import { insertApiKey, type StoredApiKey } from '@/lib/store/issuers/issuer-api-keys'
import { getIssuer } from './get-issuer'

/**
 * Creates an API key of an issuer (spec part 10). The secret is returned this once and stored nowhere.
 * @param by who makes it
 * @param options `once` is the id of the form that asked for it, for the activity log; `first` is done in the transaction that creates it, before all else
 * @throws ServiceError `not_found`; `malformed` when the name is refused
 */
export async function createApiKey(
  slug: string,
  name: string,
  by: Acting = BY_OPERATOR,
  { once, first }: { once?: string; first?: (tx: Transaction) => Promise<void> } = {},
): Promise<{ key: StoredApiKey; secret: string }> {
  const issuer = await getIssuer(slug)
  const cleaned = cleanText(name, { field: 'The name', maxLength: 100, required: true })
  if (!cleaned.ok) throw new ServiceError('malformed', cleaned.reason, { details: { field: 'name' } })
  const secret = generateApiKey(env().API_KEY_PREFIX, randomBytes)
  const row = { id: randomUUID(), issuerId: issuer.id, name: cleaned.text }
  const key = await transaction(async (tx) => {
    await first?.(tx)
    const detail = { last_four: lastFour(secret), ...(once !== undefined && { once }) }
    await noteActivity(tx, { issuerId: issuer.id, ...by, action: 'key.created', subject: row.id, detail })
    return insertApiKey(tx, { ...row, keyHash: apiKeyHash(secret), lastFour: lastFour(secret) })
  })
  return { key, secret }
}
