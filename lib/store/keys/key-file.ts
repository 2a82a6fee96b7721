import { randomBytes } from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ServiceError } from '@/lib/errors'
import { flushFolder } from '@/lib/store/files/flush-folder'

/** Bytes of a key that private keys are encrypted under. */
export const KEY_BYTES = 32

/**
 * Keeps a key in a file of its own: linked under its name when it is whole on disk, so that of two first starts both read the
 * first one's key, and one that an interrupted run left stays.
 * @param file absolute path, in a folder that exists
 */
export async function keepKeyFile(file: string, key: Buffer): Promise<void> {
  const temporary = `${file}.${randomBytes(8).toString('hex')}`
  try {
    const handle = await open(/* turbopackIgnore: true */ temporary, 'wx', 0o600)
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
  await flushFolder(dirname(file))
}

/** @throws ServiceError `unavailable` where the file holds no key */
export async function readKeyFile(file: string): Promise<Buffer> {
  return decodeKey((await readFile(/* turbopackIgnore: true */ file, 'utf8')).trim(), file)
}

/**
 * @param where the file or the variable that the text stands in
 * @throws ServiceError `unavailable` where it is no key
 */
export function decodeKey(text: string, where: string): Buffer {
  const key = Buffer.from(text, 'base64')
  if (key.length === KEY_BYTES && key.toString('base64') === text) return key
  throw new ServiceError('unavailable', `${where} must hold ${KEY_BYTES} bytes in base64: put it back as it was.`)
}
