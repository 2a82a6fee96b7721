import { randomBytes } from 'node:crypto'
import { link, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { ServiceError } from '@/lib/errors'
import { localPath } from '@/lib/local-path'
import { flushFolder } from '@/lib/store/files/flush-folder'

/**
 * Replaces the key file `<DATA_DIR>/key-encryption-key` around a re-encryption: the new key is safe on disk before
 * anything is encrypted under it, and takes the old one's place only afterwards. An interrupted run is finished by the
 * next one, which finds the same new key again.
 * @param dataDir absolute path
 * @param proposed 32 bytes, or null for random ones
 * @param reencrypt encrypts everything under the key that it gets; must leave alone what already is
 * @throws ServiceError `malformed` when an interrupted run left another key than the proposed one
 */
export async function replaceKeyFile<T>(
  dataDir: string,
  proposed: Buffer | null,
  reencrypt: (next: Buffer) => Promise<T>,
): Promise<T> {
  const waiting = nextKeyFile(dataDir)
  await keepKey(dataDir, waiting, proposed ?? randomBytes(32))
  const next = await readKey(waiting)
  if (proposed !== null && !next.equals(proposed)) {
    throw new ServiceError(
      'malformed',
      'An interrupted run left its new key. To finish it, run again without NEW_KEY_ENCRYPTION_KEY.',
    )
  }
  const result = await reencrypt(next)
  await rename(waiting, localPath(dataDir, 'key-encryption-key'))
  await flushFolder(dataDir)
  return result
}

/** Whether a run was interrupted, so that the keys may be under the new key already. */
export async function isKeyReplacementUnfinished(dataDir: string): Promise<boolean> {
  return stat(nextKeyFile(dataDir)).then(
    () => true,
    () => false,
  )
}

function nextKeyFile(dataDir: string): string {
  return localPath(dataDir, 'key-encryption-key.next')
}

/** Linked under its name when it is whole on disk; one that an interrupted run left stays. */
async function keepKey(dataDir: string, file: string, key: Buffer): Promise<void> {
  const temporary = `${file}.${randomBytes(8).toString('hex')}`
  try {
    const handle = await open(temporary, 'wx', 0o600)
    try {
      await handle.writeFile(`${key.toString('base64')}\n`)
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

async function readKey(file: string): Promise<Buffer> {
  const key = Buffer.from((await readFile(file, 'utf8')).trim(), 'base64')
  if (key.length === 32) return key
  throw new ServiceError(
    'unavailable',
    `${file} does not hold a key: put it back as it was, or remove it if it is empty.`,
  )
}
