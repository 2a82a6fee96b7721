import { decryptPrivateKey } from '@/lib/crypto/encryption/encrypted-key'
import { ServiceError } from '@/lib/errors'
import type { Querying } from './sealed-rows'
import { SERVICE_KEY_OWNER } from './service-keys'

interface EncryptedKey {
  id: string
  privateSealed: string
}

/**
 * Requires that a key encryption key is the one of the database, by the keys that the service signs with. A migration that seals
 * rows anew would leave none that counts under another one, for good.
 * @throws ServiceError `unavailable` where it opens none of them
 */
export async function requireRightKey(client: Querying, keyEncryptionKey: Buffer): Promise<void> {
  const { rows } = await client.query<EncryptedKey>(
    'SELECT id, private_sealed AS "privateSealed" FROM service_keys WHERE private_sealed IS NOT NULL',
  )
  if (rows.length === 0 || rows.some((row) => opens(row, keyEncryptionKey))) return
  throw new ServiceError(
    'unavailable',
    'KEY_ENCRYPTION_KEY is not the key of this database, whose rows would be void under it: set it as it was. Nothing was changed',
  )
}

function opens({ id, privateSealed }: EncryptedKey, keyEncryptionKey: Buffer): boolean {
  try {
    decryptPrivateKey(privateSealed, keyEncryptionKey, { owner: SERVICE_KEY_OWNER, keyId: id })
    return true
  } catch {
    return false
  }
}
