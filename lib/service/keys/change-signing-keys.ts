import type { SignatureAlgorithm } from '@/lib/crypto/signature/public-key'
import { ServiceError } from '@/lib/errors'
import type { Transaction } from '@/lib/store/database/database'
import { insertEvents } from '@/lib/store/evidence/event-log'
import { endStoredSigningKey, insertSigningKey } from '@/lib/store/issuers/issuer-signing-keys'
import type { HeldSigningKey, HeldSigningKeys } from './hold-signing-keys'
import { makeSigningKey } from './issuer-signers'
import { signNextEvent } from './sign-event'

/** A key that a change ended or made. */
export interface ChangedKey {
  id: string
  keyId: string
  algorithm: SignatureAlgorithm
}

const ALGORITHMS: readonly SignatureAlgorithm[] = ['ES256', 'EdDSA']

/**
 * Ends signing keys: a signed event each, the state in its column, the private half destroyed.
 * @param detailOf canonical JSON of what the event says besides
 * @throws ServiceError `malformed` when the history of one fails its check: nothing is built on it
 */
export async function endSigningKeys(
  tx: Transaction,
  { serviceKey }: HeldSigningKeys,
  keys: readonly HeldSigningKey[],
  change: { type: 'retired' | 'compromised'; detailOf: (key: HeldSigningKey) => string; actor: string },
): Promise<ChangedKey[]> {
  for (const key of keys) {
    const { row, end, state } = key
    if (state === null) {
      throw new ServiceError('malformed', `The history of the key ${row.keyId} fails its check. Nothing was changed.`)
    }
    const draft = {
      chainId: row.id,
      chain: 'key' as const,
      type: change.type,
      certificateId: null,
      actor: change.actor,
      forms: null,
      detail: change.detailOf(key),
    }
    await insertEvents(tx, [await signNextEvent(draft, end, serviceKey)])
    await endStoredSigningKey(tx, row.id, change.type)
  }
  return keys.map(({ row }) => changedKey(row))
}

/** Makes the keys that an issuer needs and does not have, once some of its keys were ended. */
export async function makeMissingKeys(
  tx: Transaction,
  { issuer, keys, serviceKey }: HeldSigningKeys,
  ended: readonly ChangedKey[],
): Promise<ChangedKey[]> {
  const active = keys.filter(({ row }) => row.state === 'active' && !ended.some(({ id }) => id === row.id))
  const made: ChangedKey[] = []
  for (const algorithm of ALGORITHMS) {
    if (active.some(({ row }) => row.algorithm === algorithm)) continue
    const key = await makeSigningKey(issuer, algorithm, serviceKey)
    await insertSigningKey(tx, key)
    made.push(changedKey(key))
  }
  return made
}

function changedKey({ id, keyId, algorithm }: ChangedKey): ChangedKey {
  return { id, keyId, algorithm }
}
