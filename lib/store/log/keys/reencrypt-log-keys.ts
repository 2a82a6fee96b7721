import type pg from 'pg'
import { decryptPrivateKey, encryptPrivateKey } from '@/lib/crypto/encryption/encrypted-key'
import { logKeyMac, verifyLogKeyMac } from '@/lib/crypto/seals/log-key-mac'
import { LOG_KEY_OWNER, type LogKeyRow, readLogKeys } from './log-keys'

/**
 * Brings the log's keys under another key encryption key. A row without a good MAC goes on having none.
 * @returns false where one that has a good MAC cannot be opened
 */
export async function reencryptLogKeys(tx: pg.ClientBase, current: Buffer, next: Buffer): Promise<boolean> {
  await tx.query('SELECT id FROM log_keys ORDER BY id FOR UPDATE')
  for (const row of await readLogKeys(tx)) {
    if (!verifyLogKeyMac(current, row, row.mac)) continue
    const encrypted = reencrypted(row, current, next)
    if (encrypted === 'unopened') return false
    await tx.query('UPDATE log_keys SET private_sealed = $2, mac = $3 WHERE id = $1', [
      row.id,
      encrypted,
      logKeyMac(next, row),
    ])
  }
  return true
}

function reencrypted({ id, privateSealed }: LogKeyRow, current: Buffer, next: Buffer): string | null {
  if (privateSealed === null) return null
  const binding = { owner: LOG_KEY_OWNER, keyId: id }
  try {
    return encryptPrivateKey(decryptPrivateKey(privateSealed, current, binding), next, binding)
  } catch {
    return 'unopened'
  }
}
