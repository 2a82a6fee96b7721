import { ServiceError } from '@/lib/errors'
import { transaction } from '@/lib/store/database/database'
import { knownServiceKeys } from '@/lib/store/evidence/trusted-signatures'
import { isIssuerSealed } from '@/lib/store/issuers/is-issuer-sealed'
import { listStoredIssuers } from '@/lib/store/issuers/issuer-directory'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { findServiceKeys } from '@/lib/store/keys/service-keys'

/**
 * Whether nothing that there is passes its check under the key encryption key of this process, no key of the service and no issuer:
 * somebody forgot to write a new key down, or took an old one. Whoever wrote to single rows is told from that.
 * @throws ServiceError `unavailable` where there is no key encryption key
 */
export async function isUnderAnotherKey(): Promise<boolean> {
  const source = keyEncryptionKey()
  const serviceKeys = await transaction(findServiceKeys)
  if (serviceKeys.length === 0 || knownServiceKeys(serviceKeys, source).length > 0) return false
  return !(await listStoredIssuers()).some((issuer) => isIssuerSealed(issuer, source))
}

/**
 * Asked before what is sealed is written to the journal or settled: under another key that would stand in the place of what is right;
 * and before a backup, which is encrypted under the key that must open what is in it.
 * @throws ServiceError `unavailable`
 */
export async function requireOwnKey(): Promise<void> {
  if (!(await isUnderAnotherKey())) return
  const sentence =
    'Nothing in the database passes its check under this KEY_ENCRYPTION_KEY. Is it the right one? Nothing was changed.'
  throw new ServiceError('unavailable', sentence)
}
