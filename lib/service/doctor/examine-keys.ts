import { decryptPrivateKey } from '@/lib/crypto/encryption/encrypted-key'
import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { serviceSigner } from '@/lib/service/keys/service-signer'
import { isSignerThere } from '@/lib/service/operation/is-signer-there'
import { transaction } from '@/lib/store/database/database'
import { findEncryptedSigningKeys } from '@/lib/store/issuers/issuer-signing-keys'
import { requireKeyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { isKeyReplacementUnfinished } from '@/lib/store/keys/replace-key-file'
import { findServiceKeys } from '@/lib/store/keys/service-keys'
import type { DoctorFinding } from './doctor-finding'

/** Examines whether the service's key and every issuer's can be used. */
export async function examineKeys(): Promise<DoctorFinding[]> {
  if (env().SIGNER === 'socket') return [...(await examineSigner()), ...(await examineServiceKey())]
  const unfinished = await isKeyReplacementUnfinished(env().DATA_DIR)
  const hint: DoctorFinding = {
    id: 'keys',
    result: 'bad',
    message: 'A change of the key was interrupted. Finish it with: certs rekey',
  }
  return [...(await examineServiceKey()), ...(await examineIssuerKeys()), ...(unfinished ? [hint] : [])]
}

async function examineSigner(): Promise<DoctorFinding[]> {
  if (!(await isSignerThere()))
    return [{ id: 'signer', result: 'bad', message: 'The signer does not answer: nothing can be issued or withdrawn.' }]
  const message = 'The signer answers. Its keys are examined by certs doctor with the signer’s environment.'
  return [{ id: 'signer', result: 'good', message }]
}

async function examineServiceKey(): Promise<DoctorFinding[]> {
  return transaction(async (tx) => {
    if ((await findServiceKeys(tx)).length === 0) {
      return [{ id: 'keys', result: 'good', message: 'The service has no key yet: its first use makes it.' }]
    }
    try {
      const { keyId } = await serviceSigner(tx)
      return [{ id: 'keys', result: 'good', message: `The service’s key ${keyId} can be used.` }]
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      return [{ id: 'keys', result: 'bad', message: error.message }]
    }
  })
}

async function examineIssuerKeys(): Promise<DoctorFinding[]> {
  const rows = await transaction(findEncryptedSigningKeys)
  const closed = rows.filter(({ privateSealed, issuerId, keyId }) => {
    try {
      decryptPrivateKey(privateSealed ?? '', requireKeyEncryptionKey(), { owner: issuerId, keyId })
      return false
    } catch {
      return true // counted below
    }
  })
  if (closed.length === 0)
    return [{ id: 'keys', result: 'good', message: `Issuers’ signing keys: ${rows.length}, all can be used.` }]
  const message = `Issuers’ signing keys that cannot be used: ${closed.length} of ${rows.length}. Is KEY_ENCRYPTION_KEY the right one?`
  return [{ id: 'keys', result: 'bad', message }]
}
