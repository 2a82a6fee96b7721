import { LogFormatError } from '@/lib/crypto/tlog/log-format-error'
import { parsePublicLeaf, type PublicLeaf, type UnknownLeaf } from './public-leaf'
import { parseSealedLeaf, SEALED_FORM, type SealedLeaf } from './sealed-leaf'

/** No leaf of ours is longer; the whole bundle of a stranger's must be held at once. */
export const LONGEST_LEAF = 8192

export type LogLeaf = { kind: 'sealed'; fields: SealedLeaf } | PublicLeaf | UnknownLeaf

/**
 * Reads a leaf, of whichever form its first byte tells (spec part 18).
 * @throws LogFormatError
 */
export function parseLogLeaf(bytes: Buffer): LogLeaf {
  if (bytes.length > LONGEST_LEAF) throw new LogFormatError('The leaf is too long.')
  return bytes[0] === SEALED_FORM ? { kind: 'sealed', fields: parseSealedLeaf(bytes) } : parsePublicLeaf(bytes)
}
