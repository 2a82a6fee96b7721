import { LogFormatError } from '@/lib/crypto/tlog/log-format-error'
import { formatVkey, type NoteKey } from '@/lib/crypto/tlog/note-key'
import type { PolicyWitness } from '@/lib/crypto/tlog/trust-policy'
import { type VerifiedCheckpoint, verifyCheckpoint } from '@/lib/crypto/tlog/verify-checkpoint'
import { ServiceError } from '@/lib/errors'

/**
 * A checkpoint that one of these keys of a log signed.
 * @param what it is called in a refusal
 * @throws ServiceError `malformed`
 */
export function signedTree(
  note: Buffer,
  keys: { logs: readonly NoteKey[]; witnesses: readonly PolicyWitness[] },
  what: string,
): VerifiedCheckpoint {
  try {
    const logs = keys.logs.map((key) => ({ key, url: null }))
    const policy = { logs, witnesses: [...keys.witnesses], quorum: null }
    return verifyCheckpoint(note, policy, Math.floor(Date.now() / 1000))
  } catch (error) {
    if (!(error instanceof LogFormatError)) throw error
    const own = keys.logs.map(formatVkey).join(', ')
    throw new ServiceError('malformed', `${what} is not one of ${own}: ${error.message}`)
  }
}
