import { isUuid } from '@/lib/domain/text/uuid'
import { ServiceError } from '@/lib/errors'
import { createApiKey } from '@/lib/service/issuers/create-api-key'
import { listApiKeys } from '@/lib/service/issuers/list-api-keys'
import { revokeApiKey } from '@/lib/service/issuers/revoke-api-key'
import { findSubjects } from '@/lib/store/desk/activities'
import { findApiKeys, type StoredApiKey } from '@/lib/store/issuers/issuer-api-keys'
import { actingMember } from './acting-member'
import { authorize, authorizeHolding } from './authorize'
import { requireFewADay } from './bounds/require-few-a-day'
import type { DeskMember } from './desk-person'
import { refuseSentTwice } from './refuse-sent-twice'

/**
 * The API keys of the member's issuer, the newest first, revoked ones too.
 * @throws as `authorize`
 */
export async function listOwnKeys(member: DeskMember): Promise<StoredApiKey[]> {
  authorize(member, 'read_keys')
  return listApiKeys(member.issuerSlug)
}

/**
 * The keys in use that a person made, whether they still work for the member's issuer or have left: keys go on without who made them.
 * @throws as `authorize`
 */
export async function listKeysMadeBy(member: DeskMember, userId: string): Promise<StoredApiKey[]> {
  authorize(member, 'read_keys')
  if (!isUuid(userId)) return []
  const [keys, made] = await Promise.all([
    findApiKeys(member.issuerId),
    findSubjects(member.issuerId, `user:${userId}`, 'key.created'),
  ])
  return keys.filter(({ id, revokedAt }) => revokedAt === null && made.includes(id))
}

/**
 * One key of the member's issuer, for the form that revokes it.
 * @throws as `authorize`; ServiceError `not_found`, also for another issuer's key
 */
export async function getOwnKey(member: DeskMember, id: string): Promise<StoredApiKey> {
  authorize(member, 'manage_keys')
  const keys = isUuid(id) ? await findApiKeys(member.issuerId) : []
  const key = keys.find((one) => one.id === id.toLowerCase())
  if (!key) throw noSuchKey()
  return key
}

/**
 * Makes a key of the member's issuer. The secret is returned this once.
 * @param once id of the form
 * @throws as `authorize`, `createApiKey` and `refuseSentTwice`
 */
export async function createOwnKey(
  member: DeskMember,
  name: string,
  once?: string,
): Promise<{ key: StoredApiKey; secret: string }> {
  authorize(member, 'manage_keys')
  return createApiKey(member.issuerSlug, name, actingMember(member), {
    ...(once !== undefined && { once }),
    first: async (tx) => {
      await authorizeHolding(tx, member, 'manage_keys')
      if (once !== undefined) await refuseSentTwice(tx, member, 'key.created', once)
      await requireFewADay(tx, member.issuerId, 'key.created')
    },
  })
}

/**
 * Revokes a key of the member's issuer, from the next request on.
 * @param reason required, kept internally
 * @throws as `authorize`; ServiceError `not_found`, also for another issuer's key; `malformed`
 */
export async function revokeOwnKey(member: DeskMember, id: string, reason: string): Promise<StoredApiKey> {
  const { id: own } = await getOwnKey(member, id)
  return revokeApiKey(own, reason, {
    ...{ ...actingMember(member), issuerId: member.issuerId },
    first: (tx) => authorizeHolding(tx, member, 'manage_keys'),
  })
}

function noSuchKey(): ServiceError {
  return new ServiceError('not_found', 'There is no key at this address.')
}
