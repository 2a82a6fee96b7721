import { transaction } from '@/lib/store/database/database'
import { trustedServiceKeys } from '@/lib/store/evidence/trusted-signatures'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { findServiceKeys } from '@/lib/store/keys/service-keys'

/** Whether the database has a key of the service under the key encryption key of this process: nothing is made before it. */
export async function isKeyInUse(): Promise<boolean> {
  return trustedServiceKeys(await transaction(findServiceKeys), keyEncryptionKey()).length > 0
}
