import { randomBytes } from 'node:crypto'
import { rename, stat } from 'node:fs/promises'
import { ServiceError } from '@/lib/errors'
import { localPath } from '@/lib/local-path'
import { flushFolder } from '@/lib/store/files/flush-folder'
import { keepKeyFile, KEY_BYTES, readKeyFile } from './key-file'

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
  await keepKeyFile(waiting, proposed ?? randomBytes(KEY_BYTES))
  const next = await readKeyFile(waiting)
  if (proposed !== null && !next.equals(proposed)) {
    throw new ServiceError(
      'malformed',
      'An interrupted run left its new key. To finish it, run again without NEW_KEY_ENCRYPTION_KEY.',
    )
  }
  const result = await reencrypt(next)
  const place = localPath(dataDir, 'key-encryption-key')
  // Of two runs at once the first has put it there; what waits by now may be a third one's, under which nothing is yet.
  if ((await readKeyFile(place)).equals(next)) return result
  await rename(waiting, place)
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
