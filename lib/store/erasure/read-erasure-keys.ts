import type pg from 'pg'
import { decryptText, type TextBinding } from '@/lib/crypto/encryption/encrypted-text'
import type { KeySource } from '@/lib/crypto/seals/key-source'
import { ServiceError } from '@/lib/errors'

/** The name of the key in use. Other keys, which came out of the journal, have the beginning of their hash after it. */
export const ERASURE_KEY = 'erasure_key'

/** What the key of this name is encrypted for. */
export function erasureKeyBinding(name: string): TextBinding {
  return { purpose: 'certificate-verification/erasure-key/v1', row: name }
}

/** The rows of the keys as they are encrypted; the one in use first. */
export async function readEncryptedErasureKeys(
  db: Pick<pg.ClientBase, 'query'> | pg.Pool,
  options: { hold?: boolean } = {},
): Promise<{ name: string; value: string }[]> {
  const { rows } = await db.query<{ name: string; value: string }>(
    `SELECT key AS name, value FROM service_settings WHERE key = $1 OR starts_with(key, $1 || '/') ORDER BY key
     ${options.hold ? 'FOR UPDATE' : ''}`,
    [ERASURE_KEY],
  )
  return rows
}

/**
 * The keys under which erased serials and rows are remembered: random, kept encrypted in the database, so that they outlive
 * the key encryption key. The one in use first; more only after a replay of the journal.
 * @returns none when nothing was ever erased
 * @throws ServiceError `unavailable` when one cannot be opened
 */
export async function readErasureKeys(
  db: Pick<pg.ClientBase, 'query'> | pg.Pool,
  keyEncryptionKey: KeySource,
): Promise<Buffer[]> {
  return (await readEncryptedErasureKeys(db)).map(({ name, value }) => {
    const text = decryptText(value, keyEncryptionKey, erasureKeyBinding(name))
    if (text === null) throw new ServiceError('unavailable', 'The key of erasures cannot be opened.')
    return Buffer.from(text, 'base64')
  })
}
