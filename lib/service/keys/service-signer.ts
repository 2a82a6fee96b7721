import { decryptPrivateKey, encryptPrivateKey } from '@/lib/crypto/encryption/encrypted-key'
import { verifyServiceKeyMac, serviceKeyMac } from '@/lib/crypto/seals/key-row-mac'
import {
  generateKeyPair,
  jwkThumbprint,
  parsePublicJwk,
  type PublicJwk,
  publicKeyFrom,
} from '@/lib/crypto/signature/public-key'
import { localSigner, type Signer } from '@/lib/crypto/signature/signer'
import { env } from '@/lib/env'
import { ServiceError, undetermined } from '@/lib/errors'
import type { Transaction } from '@/lib/store/database/database'
import { knownServiceKeys } from '@/lib/store/evidence/trusted-signatures'
import { hasEnded, lacksServiceKey } from '@/lib/store/journal/journal-watch'
import { keyEncryptionKey, requireKeyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import {
  findServiceKeys,
  hasSigned,
  insertServiceKey,
  lockServiceKeys,
  readServiceKeys,
  SERVICE_KEY_OWNER,
  type EncryptedServiceKeyRow,
} from '@/lib/store/keys/service-keys'
import { socketSigner } from '@/lib/store/signer/socket-signer'

/**
 * The signer with the service's active key, which signs events and key statements (spec part 6). The first
 * use makes the key; where somebody else's hand is on the row of one, or took it away, none is made in its place.
 * @throws ServiceError `unavailable` when the key cannot be opened, which is how a wrong KEY_ENCRYPTION_KEY shows
 */
export async function serviceSigner(tx: Transaction): Promise<Signer> {
  const active = await findActive(await findServiceKeys(tx))
  if (active) return openServiceKey(active)
  await lockServiceKeys(tx)
  const rows = await findServiceKeys(tx)
  const made = await findActive(rows)
  if (made) return openServiceKey(made)
  if (knownServiceKeys(rows, keyEncryptionKey()).length < rows.length) throw unusable('a row has no good MAC')
  if ((await hasSigned(tx)) && (await lacksServiceKey(rows.map(({ id }) => id))))
    throw unusable('a row that the journal knows of is not there')
  return openServiceKey(await makeServiceKey(tx))
}

/**
 * The signer with the service's active key for what is signed while a request waits, and the key's public half. It makes
 * no key: where a certificate was judged there is one.
 * @param open as `openServiceKey`; a process that signs all the time remembers what it opened
 * @throws ServiceError `unavailable` when there is none or it cannot be opened
 */
export async function servingSigner(
  open: (row: EncryptedServiceKeyRow) => Signer = openServiceKey,
): Promise<{ signer: Signer; publicJwk: PublicJwk }> {
  const active = await findActive(await readServiceKeys())
  if (!active) throw undetermined('the service has no active key')
  return { signer: open(active), publicJwk: parsePublicJwk(JSON.parse(active.publicJwk)) }
}

/**
 * The active key, or null. A row of before the key ended has a good MAC, too: such a key signs nothing more, and none is
 * made in the place of the one that was taken away.
 */
async function findActive(rows: readonly EncryptedServiceKeyRow[]): Promise<EncryptedServiceKeyRow | null> {
  const active = rows.filter(({ state }) => state === 'active')
  for (const row of active) if (!(await hasEnded(row.id))) return row
  if (active.length > 0) throw undetermined('the row of a key of the service is older than the journal')
  return null
}

/** Makes the service's active key; there must be no other, and the caller holds `lockServiceKeys`. */
export async function makeServiceKey(tx: Transaction): Promise<EncryptedServiceKeyRow> {
  const { publicJwk, privateKey } = generateKeyPair('ES256')
  const id = jwkThumbprint(publicJwk)
  const row: EncryptedServiceKeyRow = {
    id,
    publicJwk: JSON.stringify(publicJwk),
    privateSealed: encryptPrivateKey(privateKey, requireKeyEncryptionKey(), { owner: SERVICE_KEY_OWNER, keyId: id }),
    state: 'active',
    mac: serviceKeyMac(requireKeyEncryptionKey(), { id, publicJwk, state: 'active' }),
  }
  await insertServiceKey(tx, row)
  return row
}

/**
 * Opens a service key for signing.
 * @throws ServiceError `unavailable` when its row has no good MAC, or it cannot be opened
 */
export function openServiceKey(row: EncryptedServiceKeyRow): Signer {
  try {
    const publicJwk = parsePublicJwk(JSON.parse(row.publicJwk))
    const good = verifyServiceKeyMac(keyEncryptionKey(), { id: row.id, publicJwk, state: row.state }, row.mac)
    if (!good) throw unusable('the row has no good MAC')
    if (env().SIGNER === 'socket')
      return socketSigner({ by: 'service', keyId: row.id }, 'ES256', publicKeyFrom(publicJwk))
    if (row.privateSealed === null) throw unusable('the row has no private half')
    const binding = { owner: SERVICE_KEY_OWNER, keyId: row.id }
    return localSigner(row.id, decryptPrivateKey(row.privateSealed, requireKeyEncryptionKey(), binding))
  } catch (error) {
    throw error instanceof ServiceError ? error : unusable(error)
  }
}

function unusable(cause: unknown): ServiceError {
  const sentence = "The service's key cannot be used. Is KEY_ENCRYPTION_KEY the right one?"
  return new ServiceError('unavailable', sentence, { cause })
}
