import { decodeBase64 } from '@/lib/crypto/encoding/base64'
import { parseDecimal } from './decimal'
import { LogFormatError } from './log-format-error'
import { HASH_BYTES } from './tree-hash'

/** The largest request that a witness reads: a checkpoint, and a proof between any two trees. */
export const WITNESS_REQUEST_BYTES = 64 * 1024
const MOST_HASHES = 63

/** What a log asks its witness for (C2SP tlog-witness, "add-checkpoint"): none of it is checked yet. */
export interface WitnessRequest {
  /** The size that the witness confirmed last, as the log believes. */
  oldSize: number
  /** That the tree of the checkpoint begins with the one of that size. */
  proof: Buffer[]
  /** The signed note. */
  checkpoint: string
}

export function formatWitnessRequest({ oldSize, proof, checkpoint }: WitnessRequest): string {
  return [`old ${oldSize}`, ...proof.map((hash) => hash.toString('base64')), '', checkpoint].join('\n')
}

/** @throws LogFormatError for whatever is not exactly such a request */
export function parseWitnessRequest(bytes: Uint8Array): WitnessRequest {
  const text = requestText(bytes)
  const end = text.indexOf('\n\n')
  const [first = '', ...lines] = text.slice(0, Math.max(end, 0)).split('\n')
  const oldSize = first.startsWith('old ') ? parseDecimal(first.slice('old '.length)) : null
  if (oldSize === null) throw new LogFormatError('The request does not begin with the old size.')
  if (lines.length > MOST_HASHES) throw new LogFormatError('The proof of the request has too many hashes.')
  const proof = lines.map((line) => {
    const hash = decodeBase64(line)
    if (hash?.length !== HASH_BYTES) throw new LogFormatError('The proof of the request has a line that is no hash.')
    return hash
  })
  return { oldSize, proof, checkpoint: text.slice(end + 2) }
}

function requestText(bytes: Uint8Array): string {
  if (bytes.length > WITNESS_REQUEST_BYTES) throw new LogFormatError('The request is too long.')
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new LogFormatError('The request is not UTF-8.')
  }
}
