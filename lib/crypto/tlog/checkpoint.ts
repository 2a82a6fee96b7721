import { decodeBase64 } from '@/lib/crypto/encoding/base64'
import type { TreeHead } from './consistency-proof'
import { parseDecimal } from './decimal'
import { LogFormatError } from './log-format-error'
import { EMPTY_ROOT, HASH_BYTES } from './tree-hash'

/** What a log says of its tree (C2SP tlog-checkpoint). */
export interface Checkpoint extends TreeHead {
  /** Which log it is of. */
  origin: string
}

/** The text that is signed: three lines, without extensions. */
export function formatCheckpoint({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${root.toString('base64')}\n`
}

/**
 * Reads the text of a checkpoint.
 * @param text of a signed note, with its last newline
 * @param extensions whether further lines may follow; a log of ours has none, since nobody watches what they say
 * @throws LogFormatError
 */
export function parseCheckpoint(text: string, extensions: 'refused' | 'passed over' = 'refused'): Checkpoint {
  const lines = text.split('\n')
  const [origin = '', sizeText = '', rootText = '', ...further] = lines
  if (further.pop() !== '' || origin === '' || further.includes('')) {
    throw new LogFormatError('The text is not a checkpoint.')
  }
  if (further.length > 0 && extensions === 'refused') {
    throw new LogFormatError('The checkpoint has lines behind its root.')
  }
  const size = parseDecimal(sizeText)
  const root = decodeBase64(rootText)
  if (size === null) throw new LogFormatError('The checkpoint has no size.')
  if (root?.length !== HASH_BYTES) throw new LogFormatError('The checkpoint has no root.')
  if (size === 0 && !root.equals(EMPTY_ROOT))
    throw new LogFormatError('The checkpoint gives a tree without leaves a root.')
  return { origin, size, root }
}
