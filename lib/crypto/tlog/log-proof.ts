import { decodeBase64 } from '@/lib/crypto/encoding/base64'
import { parseDecimal } from './decimal'
import { checkInclusionProof } from './inclusion-proof'
import { LogFormatError } from './log-format-error'
import { HASH_BYTES, leafHash } from './tree-hash'
import type { TrustPolicy } from './trust-policy'
import { type VerifiedCheckpoint, verifyCheckpoint } from './verify-checkpoint'

const HEADER = 'c2sp.org/tlog-proof@v1'
const MOST_BYTES = 512 * 1024
/** A tree of more levels has more leaves than anybody has atoms for. */
const MOST_HASHES = 63

/** A proof that a leaf stands in a log, which needs nothing else (C2SP tlog-proof), before anything of it is checked. */
export interface LogProof {
  /** Bytes of the application's; nobody signed them. */
  extra: Buffer | null
  index: number
  hashes: Buffer[]
  /** The signed note, as it is. */
  checkpoint: string
}

export function formatLogProof({ extra, index, hashes, checkpoint }: LogProof): string {
  const extraLine = extra === null ? [] : [`extra ${extra.toString('base64')}`]
  const lines = [HEADER, ...extraLine, `index ${index}`, ...hashes.map((hash) => hash.toString('base64')), '']
  return `${lines.join('\n')}\n${checkpoint}`
}

/** @throws LogFormatError for whatever is not exactly such a proof */
export function parseLogProof(bytes: Uint8Array): LogProof {
  if (bytes.length > MOST_BYTES) throw new LogFormatError('The proof is too long.')
  const text = proofText(bytes)
  const end = text.indexOf('\n\n')
  const lines = text.slice(0, Math.max(end, 0)).split('\n')
  if (end < 0 || lines.shift() !== HEADER) throw new LogFormatError('It is not a proof of a log.')
  const extra = lines[0]?.startsWith('extra ') ? decodeBase64((lines.shift() ?? '').slice('extra '.length)) : null
  const [indexLine = '', ...hashLines] = lines
  const index = indexLine.startsWith('index ') ? parseDecimal(indexLine.slice('index '.length)) : null
  if (index === null) throw new LogFormatError('The proof names no index.')
  if (hashLines.length > MOST_HASHES) throw new LogFormatError('The proof has too many hashes.')
  const proof = { extra, index, hashes: hashLines.map(parseHashLine), checkpoint: text.slice(end + 2) }
  if (formatLogProof(proof) !== text) throw new LogFormatError('The extra data of the proof are not Base64.')
  return proof
}

/**
 * One hash in Base64, a line of proofs.
 * @throws LogFormatError
 */
function parseHashLine(line: string): Buffer {
  const hash = decodeBase64(line)
  if (hash?.length !== HASH_BYTES) throw new LogFormatError('The proof has a line that is no hash.')
  return hash
}

/**
 * Checks a proof against a policy: signatures, quorum, and that the leaf stands in the tree.
 * @param leaf its bytes
 * @param now seconds since 1970
 * @throws LogFormatError
 */
export function verifyLogProof(
  proof: LogProof,
  leaf: Uint8Array,
  policy: TrustPolicy,
  now: number,
): VerifiedCheckpoint {
  const checkpoint = verifyCheckpoint(Buffer.from(proof.checkpoint), policy, now)
  if (!checkpoint.isWitnessed) throw new LogFormatError('The checkpoint of the proof lacks the quorum of the policy.')
  if (!checkInclusionProof(proof.hashes, { index: proof.index, hash: leafHash(leaf) }, checkpoint)) {
    throw new LogFormatError('The proof does not lead from the leaf to the checkpoint.')
  }
  return checkpoint
}

function proofText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new LogFormatError('The proof is not UTF-8.')
  }
}
