import { open, readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { ServiceError } from '@/lib/errors'
import { PICTURE_BYTES } from '@/lib/service/designs/check-picture'
import type { CheckedDesign } from '@/lib/service/designs/checked-design'
import { readDesign } from '@/lib/service/designs/read-design'

/**
 * Reads a design and its pictures, which are named as seen from the file's folder.
 * @throws ServiceError `malformed`: it or a picture cannot be read, or is not as it must be
 */
export async function readFileDesign(path: string): Promise<CheckedDesign> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new ServiceError('malformed', `The file ${path} cannot be read.`, { cause })
  })
  let written: unknown
  try {
    written = JSON.parse(text)
  } catch (cause) {
    throw new ServiceError('malformed', `The file ${path} is no JSON.`, { cause })
  }
  return readDesign(written, (name) => readPicture(resolve(dirname(path), name)))
}

/** One byte more than may be is enough to know that a file is too large. */
async function readPicture(path: string): Promise<Uint8Array> {
  const refuse = (cause: unknown) => {
    throw new ServiceError('malformed', `The picture ${path} cannot be read.`, { cause })
  }
  const file = await open(path, 'r').catch(refuse)
  try {
    const buffer = Buffer.alloc(PICTURE_BYTES + 1)
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0)
    return buffer.subarray(0, bytesRead)
  } catch (error) {
    return refuse(error)
  } finally {
    await file.close()
  }
}
