import { LogFormatError } from '@/lib/crypto/tlog/log-format-error'
import type { TrustPolicy } from '@/lib/crypto/tlog/trust-policy'
import { type VerifiedCheckpoint, verifyCheckpoint } from '@/lib/crypto/tlog/verify-checkpoint'
import type { LogFault } from './log-fault'
import type { LeafCounts } from './log-grammar'
import type { LogReader } from './log-reader'
import { type LogWalk, walkLog } from './walk-log'

const MOST_NOTE_BYTES = 64 * 1024

/** What a log is: nothing is wrong with it when it has no faults. */
interface VerifiedLog {
  faults: LogFault[]
  /** null where it has none that the policy takes. */
  checkpoint: VerifiedCheckpoint | null
  /** The one that makes the policy's quorum. */
  witnessed: VerifiedCheckpoint | null
  counts: LeafCounts
}

interface VerifyOptions extends Pick<LogWalk, 'onProgress' | 'signal' | 'onLeaf'> {
  /** Trees that were seen elsewhere, which the log must come by. */
  seen?: LogWalk['trees']
}

interface LogHeads {
  checkpoint: VerifiedCheckpoint | null
  witnessed: VerifiedCheckpoint | null
  /** The newest time that a witness of the policy gave, also where the quorum is none; in seconds since 1970, null where none did. */
  witnessedAt: number | null
  faults: LogFault[]
}

/**
 * Verifies a whole log against a policy (spec part 18): signatures and quorum, every bundle and tile, the root, the
 * grammar of the leaves, and that no tag stands twice.
 * @param now seconds since 1970
 * @throws Error when the reader cannot tell what a file holds, and when the signal aborts
 */
export async function verifyLog(
  reader: LogReader,
  policy: TrustPolicy,
  now: number,
  { seen = [], ...options }: VerifyOptions = {},
): Promise<VerifiedLog> {
  const { checkpoint, witnessed, faults } = await readHeads(reader, policy, now)
  if (!checkpoint || faults.some(({ code }) => code === 'checkpoint')) {
    return { faults, checkpoint, witnessed, counts: {} }
  }
  const trees = [
    { name: 'the checkpoint', size: checkpoint.size, root: checkpoint.root },
    ...(witnessed ? [{ name: 'the witnessed checkpoint', size: witnessed.size, root: witnessed.root }] : []),
  ]
  const later = seen.find(({ size }) => size > checkpoint.size)
  if (later) {
    const sentence = `It has ${checkpoint.size} leaves, and ${later.name} has ${later.size}.`
    return { faults: [...faults, { code: 'root', where: 'checkpoint', sentence }], checkpoint, witnessed, counts: {} }
  }
  trees.push(...seen)
  const walked = await walkLog(reader, { origin: checkpoint.origin, trees, ...options })
  return { faults: [...faults, ...walked.faults], checkpoint, witnessed, counts: walked.counts }
}

/**
 * Reads the newest checkpoint, and the newest one with the quorum of the policy.
 * @param now seconds since 1970
 */
export async function readHeads(reader: LogReader, policy: TrustPolicy, now: number): Promise<LogHeads> {
  const faults: LogFault[] = []
  const readHead = async (where: string, isRequired: boolean) => {
    const bytes = await reader.read(where, MOST_NOTE_BYTES)
    if (!bytes && isRequired) faults.push({ code: 'checkpoint', where, sentence: 'The file is missing.' })
    try {
      return bytes && verifyCheckpoint(bytes, policy, now)
    } catch (error) {
      if (!(error instanceof LogFormatError)) throw error
      faults.push({ code: 'checkpoint', where, sentence: error.message })
      return null
    }
  }
  // In this order, so that the log may grow in between.
  const older = await readHead('checkpoint.witnessed', false)
  const checkpoint = await readHead('checkpoint', true)
  const witnessed = [checkpoint, older].find((head) => head?.isWitnessed) ?? null
  if (older && checkpoint && (older.size > checkpoint.size || older.origin !== checkpoint.origin)) {
    const sentence = 'It is smaller than the witnessed one, or of another log.'
    faults.push({ code: 'checkpoint', where: 'checkpoint', sentence })
  }
  if (checkpoint && !witnessed) {
    faults.push({ code: 'not_witnessed', where: 'checkpoint', sentence: 'The quorum of the policy has not signed.' })
  }
  const times = [checkpoint, older].flatMap((head) => head?.witnesses.map(({ time }) => time) ?? [])
  return { checkpoint, witnessed, witnessedAt: times.length === 0 ? null : Math.max(...times), faults }
}
