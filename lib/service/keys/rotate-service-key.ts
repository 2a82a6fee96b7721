import { serviceKeyMac } from '@/lib/crypto/seals/key-row-mac'
import { parsePublicJwk } from '@/lib/crypto/signature/public-key'
import { ServiceError } from '@/lib/errors'
import { transaction } from '@/lib/store/database/database'
import { requireKeyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { findServiceKeys, lockServiceKeys, retireStoredServiceKey } from '@/lib/store/keys/service-keys'
import { makeServiceKey, serviceSigner } from './service-signer'

/** The ids of the service's key before and after; an id is the thumbprint of the key. */
interface RotatedServiceKey {
  retired: string
  active: string
}

/**
 * Gives the service a new key for events, statements, manifests and receipts, all or nothing (spec part 6).
 * The old one never signs again: its private half is destroyed. Its public half stays in the key set, and everything
 * that it signed keeps verifying.
 * @throws ServiceError `unavailable` when the key in use cannot be opened: nothing is changed by who cannot use it
 */
export async function rotateServiceKey(): Promise<RotatedServiceKey> {
  return transaction(async (tx) => {
    await lockServiceKeys(tx)
    const { keyId } = await serviceSigner(tx)
    const row = (await findServiceKeys(tx)).find(({ id }) => id === keyId)
    if (!row) throw new ServiceError('unavailable', 'The service’s key is not there. Nothing was changed.')
    const publicJwk = parsePublicJwk(JSON.parse(row.publicJwk))
    const mac = serviceKeyMac(requireKeyEncryptionKey(), { id: row.id, publicJwk, state: 'retired' })
    await retireStoredServiceKey(tx, row.id, mac)
    return { retired: row.id, active: (await makeServiceKey(tx)).id }
  })
}
