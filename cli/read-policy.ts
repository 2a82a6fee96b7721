import { readFile } from 'node:fs/promises'
import { LogFormatError } from '@/lib/crypto/tlog/log-format-error'
import { parsePolicy, type TrustPolicy } from '@/lib/crypto/tlog/trust-policy'
import { ServiceError } from '@/lib/errors'

/**
 * Reads a policy of the public log (C2SP tlog-policy).
 * @throws ServiceError `malformed` where it cannot be read, or is none
 */
export async function readPolicy(file: string): Promise<TrustPolicy> {
  try {
    return parsePolicy(await readInput(file))
  } catch (error) {
    if (error instanceof LogFormatError) throw new ServiceError('malformed', error.message)
    throw error
  }
}

/**
 * Reads a file that somebody named.
 * @throws ServiceError `malformed`
 */
export async function readInput(file: string): Promise<Buffer> {
  return readFile(file).catch((cause: NodeJS.ErrnoException) => {
    throw new ServiceError('malformed', `The file ${file} cannot be read (${cause.code ?? cause.message}).`, { cause })
  })
}
