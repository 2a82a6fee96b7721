import { randomBytes } from 'node:crypto'
import { mkdir, stat } from 'node:fs/promises'
import { type HandedKeys, type KeySource, onlyTheSigner } from '@/lib/crypto/seals/key-source'
import { env } from '@/lib/env'
import { ServiceError, undetermined } from '@/lib/errors'
import { localPath } from '@/lib/local-path'
import { dataDirFault } from '@/lib/store/database/data-dir'
import { decodeKey, keepKeyFile, KEY_BYTES, readKeyFile } from './key-file'

let cached: { text: string; key: Buffer } | undefined
/** Shared by every copy of this module, as the configuration is. */
const holder = globalThis as typeof globalThis & { certificateHandedKeys?: HandedKeys | undefined }

/**
 * What the keys of this process come from: the key that private keys are encrypted under, 32 bytes (spec part 6), or what
 * the signer handed out. On the embedded database the start puts the key into the configuration.
 * @throws ServiceError `unavailable` when there is neither: nothing signed can then be trusted
 */
export function keyEncryptionKey(): KeySource {
  if (env().SIGNER === 'local') return requireKeyEncryptionKey()
  if (!holder.certificateHandedKeys) throw undetermined('the signer has handed out no keys')
  return holder.certificateHandedKeys
}

/**
 * The key that private keys are encrypted under, for what only its holder does: 32 bytes.
 * @throws ServiceError `unavailable` in a process that leaves it to the signer, and where there is none
 */
export function requireKeyEncryptionKey(): Buffer {
  if (env().SIGNER === 'socket') throw onlyTheSigner()
  const text = env().KEY_ENCRYPTION_KEY
  if (!text) throw undetermined('KEY_ENCRYPTION_KEY is missing')
  if (cached?.text !== text) cached = { text, key: Buffer.from(text, 'base64') }
  return cached.key
}

/** Keeps what the signer handed out, for the whole process. */
export function keepHandedKeys(keys: HandedKeys): void {
  holder.certificateHandedKeys = keys
}

/**
 * The key that all private keys are encrypted under (spec part 12): the variable, or on the embedded
 * database the file `<DATA_DIR>/key-encryption-key`, made at the first start. Call it before that start makes the
 * database: beside one that exists, a missing key is never replaced, since a new one could decrypt nothing.
 * @param env DATA_DIR as an absolute path
 * @param make whether a missing key may be made
 * @returns 32 bytes
 * @throws ServiceError where there is no key, its file is damaged, or the folder cannot be used
 */
export async function loadKeyEncryptionKey(
  env: { KEY_ENCRYPTION_KEY?: string | undefined; DATABASE_URL?: string | undefined; DATA_DIR: string },
  make = true,
): Promise<Buffer> {
  if (env.KEY_ENCRYPTION_KEY) return decodeKey(env.KEY_ENCRYPTION_KEY, 'KEY_ENCRYPTION_KEY')
  if (env.DATABASE_URL) throw new ServiceError('unavailable', 'KEY_ENCRYPTION_KEY is required with DATABASE_URL.')
  try {
    return await keyOfDataDir(env.DATA_DIR, make)
  } catch (error) {
    throw dataDirFault(error, env.DATA_DIR)
  }
}

async function keyOfDataDir(dataDir: string, make: boolean): Promise<Buffer> {
  const file = localPath(dataDir, 'key-encryption-key')
  // In this order: who makes both makes the key first, so a database that is seen has its key.
  const hasDatabase =
    (await isThere(localPath(dataDir, 'postgres'))) || (await isThere(localPath(dataDir, 'postgres.location')))
  if (!(await isThere(file))) {
    if (hasDatabase) {
      throw new ServiceError(
        'unavailable',
        `The database in ${dataDir} was made with another key: set KEY_ENCRYPTION_KEY as it was, or put the file ${file} back.`,
      )
    }
    if (!make) throw new ServiceError('unavailable', `Set KEY_ENCRYPTION_KEY as it was, or put the file ${file} back.`)
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await keepKeyFile(file, randomBytes(KEY_BYTES))
  }
  return readKeyFile(file)
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )
