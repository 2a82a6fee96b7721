import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Replaces the key file of the embedded database around a re-encryption: the new key is safe on disk before anything is
 * encrypted under it, and takes the old one's place only afterwards. An interrupted run is finished by the next one,
 * which finds the same new key again.
 * @param dataDir absolute path
 * @param proposed 32 bytes, used unless an interrupted run left its key
 * @param reencrypt encrypts everything under the key that it gets; must leave alone what already is
 */
export async function replaceKeyFile<T>(
  dataDir: string,
  proposed: Buffer,
  reencrypt: (next: Buffer) => Promise<T>,
): Promise<T> {
  const file = join(dataDir, 'key-encryption-key')
  const next = await keepNewKey(`${file}.next`, proposed)
  const result = await reencrypt(next)
  await rename(`${file}.next`, file)
  const folder = await open(dataDir, 'r')
  await folder.sync().finally(() => folder.close())
  return result
}

async function keepNewKey(path: string, proposed: Buffer): Promise<Buffer> {
  try {
    const handle = await open(path, 'wx', 0o600)
    await handle.writeFile(`${proposed.toString('base64')}\n`)
    await handle.sync().finally(() => handle.close())
    return proposed
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const left = Buffer.from((await readFile(path, 'utf8')).trim(), 'base64')
    if (left.length !== 32) throw new Error(`${path} does not hold a key; remove it and try again`)
    return left
  }
}
