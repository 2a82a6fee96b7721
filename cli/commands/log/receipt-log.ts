import { stat } from 'node:fs/promises'
import { ReceiptFails } from '@/cli/commands/receipt-fails'
import { readPolicy } from '@/cli/read-policy'
import type { ReceiptClaims } from '@/lib/contract/check/receipt'
import { LogFormatError } from '@/lib/crypto/tlog/log-format-error'
import { type NoteKey, parseVkey } from '@/lib/crypto/tlog/note-key'
import { isQuorum, type TrustPolicy } from '@/lib/crypto/tlog/trust-policy'
import type { VerifiedCheckpoint } from '@/lib/crypto/tlog/verify-checkpoint'
import { logTag } from '@/lib/domain/log/log-entry'
import { verifyLog } from '@/lib/domain/log/verify-log'
import { LaterLeaves } from '@/lib/domain/log/watch/later-leaves'
import { checkLoggedReceipt, LogContradiction, type LoggedReceipt } from '@/lib/domain/receipt/check-logged-receipt'
import { ServiceError } from '@/lib/errors'
import { LogFolder } from '@/lib/store/log/log-folder'

/** What the public log says of a receipt, and of what came after it. */
interface ReceiptLogFinding {
  /** For `--json`. */
  document: Record<string, unknown>
  lines: string[]
  /** Whether a copy of the log shows that the certificate no longer stands as the receipt says; null without a copy. */
  stands: boolean | null
}

/**
 * Checks a receipt against a policy of the public log, and against a copy of the log.
 * @param logProofs the member of the receipt's readable form; undefined where the file has none
 * @throws ReceiptFails where the log says otherwise than the receipt; ServiceError where the log does not prove what it says, or
 *   the copy is none
 */
export async function checkReceiptLog(
  claims: ReceiptClaims,
  logProofs: unknown,
  { policy: file, mirror }: { policy: string; mirror?: string },
): Promise<ReceiptLogFinding> {
  const policy = await readPolicy(file)
  const copy = mirror === undefined ? null : await readCopy(mirror, policy)
  const logged = provenBy(() =>
    checkLoggedReceipt(claims, logProofs, copy ? withFormerKeys(policy, copy) : policy, secondsNow()),
  )
  const { checkpoint, entries } = logged
  const first = entries[0]?.entry
  const newest = entries.at(-1)?.entry
  const witnesses = checkpoint.witnesses.map(({ witness, time }) => ({ name: witness.key.name, at: isoOf(time) }))
  const later = copy && (await laterThan(claims, logged, policy, copy))
  const problems = later ? problemsOf(later, claims) : []
  return {
    document: {
      origin: checkpoint.origin,
      size: checkpoint.size,
      root_hash: checkpoint.root.toString('hex'),
      entries: entries.map(({ entry, index }) => ({ ...entry, index })),
      witnesses,
      mirror: later && { size: later.size, stands: problems.length === 0, problems },
    },
    lines: [
      `Public log      ${checkpoint.origin}, ${checkpoint.size} leaves`,
      `Entered         ${first ? isoOf(Math.floor(first.at / 1000)) : ''} as ${first?.type}; newest entry: ${newest?.type}`,
      ...witnesses.map(({ name, at }) => `Confirmed       ${at} by ${name}`),
      ...(witnesses.length === 0 ? ['Confirmed       by no witness of the policy'] : []),
      ...(later === null
        ? []
        : [`Copy            ${later.size} leaves`, ...(problems.length > 0 ? problems : [STANDS])]),
    ],
    stands: later && problems.length === 0,
  }
}

/** A whole copy of a log, which the policy believes. */
interface LogCopy {
  reader: LogFolder
  size: number
  /** Of the tree that the policy's quorum confirmed. */
  witnessedSize: number
  /** Keys of the log that it names and the policy does not. */
  formerKeys: NoteKey[]
}

/** @throws ServiceError where there is no copy there, or something is wrong with it */
async function readCopy(folder: string, policy: TrustPolicy): Promise<LogCopy> {
  const reader = await copyIn(folder)
  const formerKeys: NoteKey[] = []
  const { faults, checkpoint, witnessed } = await verifyLog(reader, policy, secondsNow(), {
    onLeaf: (_, leaf) => {
      if (leaf.kind !== 'log-key/v1' || leaf.fields.owner !== 'log') return
      const key = orNull(() => parseVkey(leaf.fields.key_id))
      const known = [...policy.logs.map((log) => log.key), ...formerKeys]
      if (key?.purpose === 'log' && !known.some((one) => one.publicBytes.equals(key.publicBytes))) formerKeys.push(key)
    },
  })
  const [fault] = faults
  if (fault) throw new ServiceError('unavailable', `The copy of the log fails: ${fault.where}: ${fault.sentence}`)
  return { reader, size: checkpoint?.size ?? 0, witnessedSize: witnessed?.size ?? 0, formerKeys }
}

/**
 * The policy with the former keys of the log. What they signed counts where it is the copy's own tree, and no larger than what the
 * policy's quorum confirmed of it (`laterThan`): so none is asked for beside the old signature.
 */
function withFormerKeys(policy: TrustPolicy, { formerKeys }: LogCopy): TrustPolicy {
  if (formerKeys.length === 0) return policy
  const former = formerKeys.map((key) => ({ key, url: null }))
  return { ...policy, logs: [...policy.logs, ...former], quorum: null }
}

function orNull<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof LogFormatError) return null
    throw error
  }
}

async function copyIn(folder: string): Promise<LogFolder> {
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (!isFolder) throw new ServiceError('unavailable', `There is no folder ${folder}.`)
  return new LogFolder(folder)
}

const STANDS = 'In the copy nothing came after it: the certificate, its issuer and its key stand as they did.'

type FoundLater = LaterLeaves & { size: number }

async function laterThan(
  claims: ReceiptClaims,
  { entries, anchor }: LoggedReceipt,
  policy: TrustPolicy,
  { reader, size, witnessedSize }: LogCopy,
): Promise<FoundLater> {
  const newest = entries.at(-1)
  if (!newest) throw new LogFormatError('The receipt names no leaf.')
  const proved = entries.map(({ checkpoint }) => checkpoint)
  requireConfirmed(proved, policy, witnessedSize)
  const later = new LaterLeaves({
    nextTag: logTag(newest.vrfOutput, newest.entry.place + 1),
    issuerId: newest.entry.issuer_id,
    key: { id: claims.issuer_key ?? '', owner: claims.issuer_did ?? '' },
    since: anchor.tree_size,
  })
  const signed = { name: 'the receipt', size: anchor.tree_size, root: Buffer.from(anchor.root_hash, 'hex') }
  const seen = [...proved.map(({ size: leaves, root }) => ({ name: 'the proof', size: leaves, root })), signed]
  const larger = seen.find((tree) => tree.size > size)
  if (larger)
    throw new ServiceError('unavailable', `The copy has ${size} leaves, and ${larger.name} has ${larger.size}.`)
  const { faults } = await verifyLog(reader, policy, secondsNow(), {
    seen,
    onLeaf: (index, leaf) => later.take(index, leaf),
  })
  // The copy by itself has none.
  const [fault] = faults
  if (fault) throw new ReceiptFails(`The copy of the log says otherwise: ${fault.where}: ${fault.sentence}`)
  return Object.assign(later, { size })
}

/** Each tree of the proofs has the policy's quorum, or is the beginning of one that has it. */
function requireConfirmed(trees: readonly VerifiedCheckpoint[], policy: TrustPolicy, witnessedSize: number): void {
  const isConfirmed = ({ size, witnesses }: VerifiedCheckpoint) =>
    size <= witnessedSize || isQuorum(policy.quorum, new Set(witnesses.map(({ witness }) => witness)))
  if (trees.every(isConfirmed)) return
  throw new ServiceError('unavailable', 'The tree of the proof lacks the quorum of the policy, and so does the copy.')
}

function problemsOf(later: FoundLater, { overall_status: outcome }: ReceiptClaims): string[] {
  const { next, isKeyCompromisedSince, isKeyKnown } = later
  // What these say of the issuer is no news either way; the others say that it stood.
  const isTold = outcome === 'invalid' || outcome === 'withdrawn' || outcome === 'superseded'
  const isSuspended = isTold ? later.isSuspendedSince : later.isSuspended && outcome !== 'issuer_suspended'
  return [
    ...(next === null
      ? []
      : [
          `✗ Something happened to the certificate later: leaf ${next.index}, ${isoOf(next.at)}. Verify its serial again.`,
        ]),
    ...(isSuspended ? ['✗ Its issuer was suspended, and was not let stand again.'] : []),
    ...(isKeyCompromisedSince ? ['✗ The key that signed it was compromised.'] : []),
    ...(isKeyKnown ? [] : ['✗ The key that signed it is not in the log.']),
  ]
}

function provenBy(check: () => LoggedReceipt): LoggedReceipt {
  try {
    return check()
  } catch (error) {
    if (!(error instanceof LogFormatError)) throw error
    if (error instanceof LogContradiction)
      throw new ReceiptFails(`The receipt is signed, but the public log says otherwise. ${error.message}`)
    throw new ServiceError(
      'unavailable',
      `The receipt is signed, but the public log does not prove it. ${error.message}`,
    )
  }
}

function isoOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}

function secondsNow(): number {
  return Math.floor(Date.now() / 1000)
}
