import { randomBytes } from 'node:crypto'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { decryptText, encryptText } from '@/lib/crypto/encryption/encrypted-text'
import type { KeySource } from '@/lib/crypto/seals/key-source'
import { ServiceError } from '@/lib/errors'
import { type Transaction, workingPool } from '@/lib/store/database/database'
import { ERASURE_KEY, erasureKeyBinding, readErasureKeys, readEncryptedErasureKeys } from './read-erasure-keys'

/** As `readErasureKeys`, from the database of this process. */
export function findErasureKeys(keyEncryptionKey: KeySource, tx?: Transaction): Promise<Buffer[]> {
  return readErasureKeys(tx ?? workingPool(), keyEncryptionKey)
}

/** The key in use; made where there is none. */
export async function makeErasureKey(tx: Transaction, keyEncryptionKey: KeySource): Promise<Buffer> {
  await insertKey(tx, ERASURE_KEY, randomBytes(32), keyEncryptionKey)
  const [key] = await findErasureKeys(keyEncryptionKey, tx)
  if (!key) throw new Error('the key of erasures was not stored')
  return key
}

/**
 * Takes over keys that the journal kept: what a restored database has lost was remembered under them. The first is the
 * one in use where there is none.
 */
export async function keepErasureKeys(
  tx: Transaction,
  keyEncryptionKey: KeySource,
  kept: readonly Buffer[],
): Promise<void> {
  for (const key of kept) {
    const there = await findErasureKeys(keyEncryptionKey, tx)
    if (there.some((one) => one.equals(key))) continue
    const name = there.length === 0 ? ERASURE_KEY : `${ERASURE_KEY}/${sha256Hex(key).slice(0, 16)}`
    await insertKey(tx, name, key, keyEncryptionKey)
  }
}

async function insertKey(tx: Transaction, name: string, key: Buffer, keyEncryptionKey: KeySource): Promise<void> {
  const encrypted = encryptText(key.toString('base64'), keyEncryptionKey, erasureKeyBinding(name))
  await tx.query('INSERT INTO service_settings (key, value) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING', [
    name,
    encrypted,
  ])
}

/**
 * Encrypts them under another key encryption key (`certs rekey`); what is under that already stays.
 * @throws ServiceError `unavailable` when one opens with neither
 */
export async function reencryptErasureKeys(tx: Transaction, current: Buffer, next: Buffer): Promise<void> {
  for (const { name, value } of await readEncryptedErasureKeys(tx, { hold: true })) {
    const binding = erasureKeyBinding(name)
    if (decryptText(value, next, binding) !== null) continue
    const text = decryptText(value, current, binding)
    if (text === null)
      throw new ServiceError('unavailable', 'The key of erasures cannot be opened. Nothing was changed.')
    await tx.query('UPDATE service_settings SET value = $2 WHERE key = $1', [name, encryptText(text, next, binding)])
  }
}
