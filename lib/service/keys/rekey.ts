import { decryptPrivateKey, encryptPrivateKey, type KeyBinding } from '@/lib/crypto/encryption/encrypted-key'
import { serviceKeyMac, verifyServiceKeyMac } from '@/lib/crypto/seals/key-row-mac'
import type { KeySource } from '@/lib/crypto/seals/key-source'
import { parsePublicJwk } from '@/lib/crypto/signature/public-key'
import { ServiceError } from '@/lib/errors'
import { reencryptBatchNotes } from '@/lib/service/desk/issue/batch-note'
import { reencryptSecondFactors } from '@/lib/service/desk/sign-in/reencrypt-second-factors'
import { resealIssuers } from '@/lib/service/issuers/reseal-issuers'
import { reencryptMail } from '@/lib/service/mail/reencrypt-mail'
import { CURRENT_BASE_URL } from '@/lib/service/operation/remember-base-url'
import { reencryptWatches } from '@/lib/service/watch/reencrypt-watches'
import { reencryptWebhooks } from '@/lib/service/webhooks/webhook-secret'
import { resealRestores } from '@/lib/store/backup/restores'
import { transaction } from '@/lib/store/database/database'
import { reencryptErasureKeys } from '@/lib/store/erasure/erasure-key'
import { findEncryptedSigningKeys, updateEncryptedSigningKey } from '@/lib/store/issuers/issuer-signing-keys'
import { journalFiles } from '@/lib/store/journal/open-journal'
import { reencryptEnclosures } from '@/lib/store/journal/reencrypt-enclosures'
import { resealTable } from '@/lib/store/keys/reseal-rows'
import { SEALED_TABLE_NAMES } from '@/lib/store/keys/sealed-tables'
import {
  findServiceKeys,
  lockServiceKeys,
  type EncryptedServiceKeyRow,
  updateServiceKey,
  SERVICE_KEY_OWNER,
} from '@/lib/store/keys/service-keys'
import { reencryptLogKeys } from '@/lib/store/log/keys/reencrypt-log-keys'
import { resealSetting } from '@/lib/store/records/sealed-settings'

/**
 * Encrypts every private key, second factor and waiting message under another key encryption key and renews the MACs of
 * the service's keys and of issuers, all or nothing; then it encrypts the encrypted parts of the journal anew (spec
 * parts 6 and 11, `certs rekey`). What is under the new key already stays as it is.
 * @param current the key in use, 32 bytes; @param next the key to use from now on
 * @returns how many keys are under the new key
 * @throws ServiceError `unavailable` when one cannot be opened with either: nothing was changed then
 */
export async function rekey(current: Buffer, next: Buffer): Promise<{ serviceKeys: number; issuerKeys: number }> {
  const written = await transaction(async (tx) => {
    await lockServiceKeys(tx)
    const serviceKeys = await findServiceKeys(tx)
    for (const row of serviceKeys) {
      if (!hasMac(row, current) && !hasMac(row, next)) throw cannotOpen()
      const publicJwk = parsePublicJwk(JSON.parse(row.publicJwk))
      const binding = { owner: SERVICE_KEY_OWNER, keyId: row.id }
      await updateServiceKey(tx, {
        id: row.id,
        privateSealed: row.privateSealed && reencrypt(row.privateSealed, current, next, binding),
        state: row.state,
        mac: serviceKeyMac(next, { id: row.id, publicJwk, state: row.state }),
      })
    }
    const issuerKeys = await findEncryptedSigningKeys(tx)
    for (const row of issuerKeys) {
      const binding = { owner: row.issuerId, keyId: row.keyId }
      await updateEncryptedSigningKey(tx, row.id, reencrypt(row.privateSealed ?? '', current, next, binding))
    }
    await reencryptSecondFactors(tx, { current, next })
    await reencryptMail(tx, { current, next })
    await reencryptWatches(tx, { current, next })
    await reencryptBatchNotes(tx, { current, next })
    await reencryptWebhooks(tx, { current, next })
    for (const table of SEALED_TABLE_NAMES) await resealTable(tx, table, { current, next })
    await resealIssuers(tx, current, next)
    await reencryptErasureKeys(tx, current, next)
    await resealRestores(tx, current, next)
    await resealSetting(tx, CURRENT_BASE_URL, current, next)
    if (!(await reencryptLogKeys(tx, current, next))) throw cannotOpen()
    return { serviceKeys: serviceKeys.length, issuerKeys: issuerKeys.length }
  })
  await reencryptEnclosures(journalFiles(), current, next)
  return written
}

function hasMac({ id, publicJwk, state, mac }: EncryptedServiceKeyRow, keyEncryptionKey: KeySource): boolean {
  return verifyServiceKeyMac(keyEncryptionKey, { id, publicJwk: parsePublicJwk(JSON.parse(publicJwk)), state }, mac)
}

function reencrypt(encrypted: string, current: Buffer, next: Buffer, binding: KeyBinding): string {
  for (const key of [current, next]) {
    try {
      const privateKey = decryptPrivateKey(encrypted, key, binding)
      return key === next ? encrypted : encryptPrivateKey(privateKey, next, binding)
    } catch {
      continue // the other key is tried
    }
  }
  throw cannotOpen()
}

function cannotOpen(): ServiceError {
  return new ServiceError(
    'unavailable',
    'A key cannot be opened with the current KEY_ENCRYPTION_KEY. Nothing was changed.',
  )
}
