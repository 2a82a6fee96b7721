import type { KeySource } from '@/lib/crypto/seals/key-source'
import { sealRow, verifyRowSeal } from '@/lib/crypto/seals/row-seal'
import type { Transaction } from '@/lib/store/database/database'
import { prisma } from '@/lib/store/database/prisma'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { findSetting } from './service-settings'

/** A setting, and whether this service wrote it. */
interface SealedSetting {
  value: string
  isOurs: boolean
}

const sealKey = (key: string) => `${key}_seal`
/** Shown by everyone: a process of the public side compares it. */
const factsOf = (key: string, value: string) =>
  ({ table: 'service_settings', sealer: 'desk-shown', values: { key, value } }) as const

/** A setting that stands beside its seal; null where there is none. */
export async function findSealedSetting(key: string): Promise<SealedSetting | null> {
  const [value, seal] = [await findSetting(key), await findSetting(sealKey(key))]
  return value === null ? null : { value, isOurs: verifyRowSeal(keyEncryptionKey(), factsOf(key, value), seal) }
}

/** Writes a setting for later starts, with its seal. */
export async function setSealedSetting(key: string, value: string): Promise<void> {
  const rows = withSeal(key, value)
  await prisma().$transaction(
    rows.map((row) =>
      prisma().serviceSetting.upsert({ where: { key: row.key }, create: row, update: { value: row.value } }),
    ),
  )
}

/** Writes a setting where there is none yet. @returns the one that stands, of whoever came first */
export async function claimSealedSetting(key: string, value: string): Promise<SealedSetting | null> {
  await prisma().serviceSetting.createMany({ data: withSeal(key, value), skipDuplicates: true })
  return findSealedSetting(key)
}

function withSeal(key: string, value: string, source: KeySource = keyEncryptionKey()) {
  return [
    { key, value },
    { key: sealKey(key), value: sealRow(source, factsOf(key, value)) },
  ]
}

/** Renews a seal that holds under another key encryption key (`certs rekey`). */
export async function resealSetting(tx: Transaction, key: string, current: Buffer, next: Buffer): Promise<void> {
  const { rows } = await tx.query<{ key: string; value: string }>(
    'SELECT key, value FROM service_settings WHERE key IN ($1, $2) FOR UPDATE',
    [key, sealKey(key)],
  )
  const [value, seal] = [key, sealKey(key)].map((one) => rows.find((row) => row.key === one)?.value ?? null)
  if (value == null || !verifyRowSeal(current, factsOf(key, value), seal ?? null)) return
  const renewed = sealRow(next, factsOf(key, value))
  await tx.query('UPDATE service_settings SET value = $2 WHERE key = $1', [sealKey(key), renewed])
}
