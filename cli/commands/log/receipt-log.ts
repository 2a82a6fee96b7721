import { stat } from 'node:fs/promises'
import { readPolicy } from '@/cli/read-policy'
import type { ReceiptClaims } from '@/lib/contract/check/receipt'
import { LogFormatError } from '@/lib/crypto/tlog/log-format-error'
import { parseVkey } from '@/lib/crypto/tlog/note-key'
import type { TrustPolicy } from '@/lib/crypto/tlog/trust-policy'
import { logTag } from '@/lib/domain/log/log-entry'
import { verifyLog } from '@/lib/domain/log/verify-log'
import { LaterLeaves } from '@/lib/domain/log/watch/later-leaves'
import { checkLoggedReceipt, type LoggedReceipt } from '@/lib/domain/receipt/check-logged-receipt'
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
 * @throws ServiceError `malformed` where the log does not prove what the receipt says, or the copy is none
 */
export async function checkReceiptLog(
  claims: ReceiptClaims,
  logProofs: unknown,
  { policy: file, mirror }: { policy: string; mirror?: string },
): Promise<ReceiptLogFinding> {
  const policy = await readPolicy(file)
  const believed = mirror === undefined ? policy : await withFormerKeys(policy, mirror)
  const logged = provenBy(() => checkLoggedReceipt(claims, logProofs, believed, secondsNow()))
  const { checkpoint, entries } = logged
  const first = entries[0]?.entry
  const newest = entries.at(-1)?.entry
  const witnesses = checkpoint.witnesses.map(({ witness, time }) => ({ name: witness.key.name, at: isoOf(time) }))
  const later = mirror === undefined ? null : await laterThan(claims, logged, policy, mirror)
  const problems = later ? problemsOf(later) : []
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

/**
 * The policy with the keys that the copy names as former ones of its log. What they signed counts where it is the copy's own
 * tree, which is looked at later, and which the policy's quorum confirmed: so none is asked for beside the old signature.
 */
async function withFormerKeys(policy: TrustPolicy, folder: string): Promise<TrustPolicy> {
  const former: TrustPolicy['logs'] = []
  const { faults } = await verifyLog(await copyIn(folder), policy, secondsNow(), {
    onLeaf: (_, leaf) => {
      if (leaf.kind !== 'log-key/v1' || leaf.fields.owner !== 'log') return
      const key = orNull(() => parseVkey(leaf.fields.key_id))
      const isKnown = [...policy.logs, ...former].some((one) => key?.publicBytes.equals(one.key.publicBytes))
      if (key?.purpose === 'log' && !isKnown) former.push({ key, url: null })
    },
  })
  // A copy that fails is told as such when the receipt is held against it.
  if (faults.length > 0 || former.length === 0) return policy
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
  if (!isFolder) throw new ServiceError('malformed', `There is no folder ${folder}.`)
  return new LogFolder(folder)
}

const STANDS = 'In the copy nothing came after it: the certificate, its issuer and its key stand as they did.'

type FoundLater = LaterLeaves & { size: number }

async function laterThan(
  claims: ReceiptClaims,
  { checkpoint, entries, anchor }: LoggedReceipt,
  policy: TrustPolicy,
  folder: string,
): Promise<FoundLater> {
  const newest = entries.at(-1)
  if (!newest) throw new LogFormatError('The receipt names no leaf.')
  const later = new LaterLeaves({
    nextTag: logTag(newest.vrfOutput, newest.entry.place + 1),
    issuerId: newest.entry.issuer_id,
    key: { id: claims.issuer_key ?? '', owner: claims.issuer_did ?? '' },
  })
  const signed = { name: 'the receipt', size: anchor.tree_size, root: Buffer.from(anchor.root_hash, 'hex') }
  const proved = { name: 'the proof', size: checkpoint.size, root: checkpoint.root }
  const verified = await verifyLog(await copyIn(folder), policy, secondsNow(), {
    seen: signed.size === proved.size ? [proved] : [signed, proved],
    onLeaf: (index, leaf) => later.take(index, leaf),
  })
  const [fault] = verified.faults
  if (fault) throw new ServiceError('malformed', `The copy of the log fails: ${fault.where}: ${fault.sentence}`)
  return Object.assign(later, { size: verified.checkpoint?.size ?? 0 })
}

function problemsOf({ next, isIssuerSuspended, keyState }: FoundLater): string[] {
  return [
    ...(next === null
      ? []
      : [
          `✗ Something happened to the certificate later: leaf ${next.index}, ${isoOf(next.at)}. Verify its serial again.`,
        ]),
    ...(isIssuerSuspended ? ['✗ Its issuer was suspended, and was not let stand again.'] : []),
    ...(keyState === 'compromised' ? ['✗ The key that signed it was compromised.'] : []),
    ...(keyState === null ? ['✗ The key that signed it is not in the log.'] : []),
  ]
}

function provenBy(check: () => LoggedReceipt): LoggedReceipt {
  try {
    return check()
  } catch (error) {
    if (!(error instanceof LogFormatError)) throw error
    throw new ServiceError('malformed', `The receipt is signed, but the public log does not prove it. ${error.message}`)
  }
}

function isoOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}

function secondsNow(): number {
  return Math.floor(Date.now() / 1000)
}
