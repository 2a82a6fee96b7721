import { cleanText } from '@/lib/domain/text/clean-text'
import { isUuid } from '@/lib/domain/text/uuid'
import { ServiceError } from '@/lib/errors'
import { noteActivity } from '@/lib/service/desk/note-activity'
import { type Acting, BY_OPERATOR } from '@/lib/service/issue/acting'
import { type Transaction, transaction } from '@/lib/store/database/database'
import { revokeStoredApiKey, type StoredApiKey } from '@/lib/store/issuers/issuer-api-keys'

interface RevokeOptions extends Acting {
  issuerId: string | null
  first?: (tx: Transaction) => Promise<void>
}

/**
 * Revokes an API key, from the next request of every process on. A revoked key stays revoked.
 * @param reason kept internally, or null
 * @param options who revokes it; `issuerId` only a key of this issuer, or null for anybody's; `first` is done in the
 *   transaction that revokes it, before all else
 * @throws ServiceError `not_found`; `malformed` when the reason is refused
 */
export async function revokeApiKey(
  id: string,
  reason: string | null = null,
  options: RevokeOptions = { ...BY_OPERATOR, issuerId: null },
): Promise<StoredApiKey> {
  const note = reason === null ? null : clean(reason)
  const key = isUuid(id) ? await revoke(id, note, options) : null
  if (!key) throw new ServiceError('not_found', 'There is no API key with this ID. certs key list shows them.')
  return key
}

function revoke(
  id: string,
  reason: string | null,
  { issuerId, actor, address, first }: RevokeOptions,
): Promise<StoredApiKey | null> {
  return transaction(async (tx) => {
    await first?.(tx)
    const revoked = await revokeStoredApiKey(tx, id, reason, issuerId)
    if (!revoked) return null
    const { key, changed } = revoked
    const detail = { last_four: key.lastFour }
    const what = { action: 'key.revoked', subject: key.id, detail }
    if (changed) await noteActivity(tx, { issuerId: revoked.issuerId, actor, address, ...what })
    return key
  })
}

function clean(reason: string): string {
  const cleaned = cleanText(reason, { field: 'The reason', maxLength: 1000, required: true })
  if (!cleaned.ok) throw new ServiceError('malformed', cleaned.reason, { details: { field: 'reason' } })
  return cleaned.text
}
