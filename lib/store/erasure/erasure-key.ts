import { randomBytes } from 'node:crypto'
import { openText, sealText } from '@/lib/crypto/sealed-text'
import { ServiceError } from '@/lib/errors'
import { type Transaction, workingPool } from '../database'

const NAME = 'erasure_key'
const BINDING = { purpose: 'certificate-verification/erasure-key/v1', row: NAME }

/**
 * The key under which erased serials and rows are remembered: random, kept sealed in the database, so that it outlives
 * the key encryption key.
 * @returns null when nothing was ever erased
 * @throws ServiceError `unavailable` when it cannot be opened
 */
export async function findErasureKey(keyEncryptionKey: Buffer, tx?: Transaction): Promise<Buffer | null> {
  const { rows } = await (tx ?? workingPool()).query<{ value: string }>(
    'SELECT value FROM service_settings WHERE key = $1',
    [NAME],
  )
  if (!rows[0]) return null
  const text = openText(rows[0].value, keyEncryptionKey, BINDING)
  if (text === null) throw new ServiceError('unavailable', 'The key of erasures cannot be opened.')
  return Buffer.from(text, 'base64')
}

/** As `findErasureKey`; makes it where there is none. */
export async function makeErasureKey(tx: Transaction, keyEncryptionKey: Buffer): Promise<Buffer> {
  const sealed = sealText(randomBytes(32).toString('base64'), keyEncryptionKey, BINDING)
  await tx.query('INSERT INTO service_settings (key, value) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING', [
    NAME,
    sealed,
  ])
  const key = await findErasureKey(keyEncryptionKey, tx)
  if (!key) throw new Error('the key of erasures was not stored')
  return key
}

/**
 * Seals it under another key encryption key (`certs rekey`); under that already, it stays.
 * @throws ServiceError `unavailable` when it opens with neither
 */
export async function resealErasureKey(tx: Transaction, current: Buffer, next: Buffer): Promise<void> {
  const { rows } = await tx.query<{ value: string }>('SELECT value FROM service_settings WHERE key = $1 FOR UPDATE', [
    NAME,
  ])
  const sealed = rows[0]?.value
  if (sealed === undefined || openText(sealed, next, BINDING) !== null) return
  const text = openText(sealed, current, BINDING)
  if (text === null) throw new ServiceError('unavailable', 'The key of erasures cannot be opened. Nothing was changed.')
  await tx.query('UPDATE service_settings SET value = $2 WHERE key = $1', [NAME, sealText(text, next, BINDING)])
}
