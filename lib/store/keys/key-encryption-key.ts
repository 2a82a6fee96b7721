import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm, stat } from 'node:fs/promises'
import { type HandedKeys, type KeySource, onlyTheSigner } from '@/lib/crypto/seals/key-source'
import { env } from '@/lib/env'
import { ServiceError, undetermined } from '@/lib/errors'
import { localPath } from '@/lib/local-path'
import { flushFolder } from '@/lib/store/files/flush-folder'

const KEY_BYTES = 32

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
 * @throws ServiceError where there is no key or its file is damaged
 */
export async function loadKeyEncryptionKey(
  env: { KEY_ENCRYPTION_KEY?: string | undefined; DATABASE_URL?: string | undefined; DATA_DIR: string },
  make = true,
): Promise<Buffer> {
  if (env.KEY_ENCRYPTION_KEY) return decode(env.KEY_ENCRYPTION_KEY, 'KEY_ENCRYPTION_KEY')
  if (env.DATABASE_URL) throw new ServiceError('unavailable', 'KEY_ENCRYPTION_KEY is required with DATABASE_URL.')
  const file = localPath(env.DATA_DIR, 'key-encryption-key')
  // In this order: who makes both makes the key first, so a database that is seen has its key.
  const hasDatabase =
    (await isThere(localPath(env.DATA_DIR, 'postgres'))) ||
    (await isThere(localPath(env.DATA_DIR, 'postgres.location')))
  if (!(await isThere(file))) {
    if (hasDatabase) {
      throw new ServiceError(
        'unavailable',
        `The database in ${env.DATA_DIR} was made with another key: set KEY_ENCRYPTION_KEY as it was, or put the file ${file} back.`,
      )
    }
    if (!make) throw new ServiceError('unavailable', `Set KEY_ENCRYPTION_KEY as it was, or put the file ${file} back.`)
    await makeKey(env.DATA_DIR, file)
  }
  return decode((await readFile(file, 'utf8')).trim(), file)
}

function decode(text: string, where: string): Buffer {
  const key = Buffer.from(text, 'base64')
  if (key.length === KEY_BYTES && key.toString('base64') === text) return key
  throw new ServiceError('unavailable', `${where} must hold 32 bytes in base64.`)
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )

/** Linked under its name when it is whole on disk, so that of two first starts both read the first one's key. */
async function makeKey(dataDir: string, file: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const temporary = `${file}.${randomBytes(8).toString('hex')}`
  try {
    const handle = await open(/* turbopackIgnore: true */ temporary, 'wx', 0o600)
    try {
      await handle.writeFile(`${randomBytes(KEY_BYTES).toString('base64')}\n`)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await link(temporary, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(temporary, { force: true })
  }
  await flushFolder(dataDir)
}
