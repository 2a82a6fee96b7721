import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { undetermined } from '@/lib/errors'
import { log } from '@/lib/log'
import { fileStore } from '@/lib/store/files/file-store'

/**
 * The bytes of a stored file, or null when they are missing or damaged: of what can be made again.
 * @param sha256 64 lowercase hexadecimal digits
 * @throws ServiceError `unavailable` when the store cannot be reached
 */
export async function findFile(sha256: string): Promise<Buffer | null> {
  const bytes = await fileStore()
    .get(sha256)
    .catch((cause: unknown) => {
      throw undetermined(cause)
    })
  if (bytes && sha256Hex(bytes) === sha256) return bytes
  log.error({ sha256, missing: bytes === null }, 'a stored file is missing or damaged')
  return null
}

/**
 * The bytes of a stored file, hashed again, so that a damaged file is never served (spec part 7).
 * @param sha256 64 lowercase hexadecimal digits
 * @throws ServiceError `unavailable` when they are missing, damaged or out of reach
 */
export async function openFile(sha256: string): Promise<Buffer> {
  const bytes = await findFile(sha256)
  if (bytes) return bytes
  throw undetermined()
}
