import { z } from 'zod'
import type { ReceiptClaims } from '@/lib/contract/check/receipt'
import { LogFormatError } from '@/lib/crypto/tlog/log-format-error'
import type { TrustPolicy } from '@/lib/crypto/tlog/trust-policy'
import type { VerifiedCheckpoint } from '@/lib/crypto/tlog/verify-checkpoint'
import { serialKey } from '@/lib/domain/certificate/serial'
import { type ProvedEntry, verifyCertificateProof } from '@/lib/domain/log/certificate-proof'
import { SIGNS } from '@/lib/domain/log/event-touch'

const proofsShape = z.array(z.looseObject({ proof: z.string() })).max(1000)

/** What a log proves is not what the receipt says. Every other error proves nothing, neither the one nor the other. */
export class LogContradiction extends LogFormatError {
  override name = 'LogContradiction'
}

/** A receipt whose certificate is proved to be in a log, as the receipt says. */
export interface LoggedReceipt {
  /** The tree of the proofs. */
  checkpoint: VerifiedCheckpoint
  /** The certificate's entries, the first one first; at least one. */
  entries: ProvedEntry[]
  /** The tree that the service signed into the receipt. */
  anchor: NonNullable<ReceiptClaims['log']>
}

/**
 * Checks what a receipt says of the public log, without the service (spec part 18, section 5): each leaf that it names stands
 * in a tree that the policy trusts, the leaves are this certificate's, and the newest one says what the receipt says.
 * @param logProofs the member of the receipt's `json` form; nobody signed it
 * @param now seconds since 1970
 * @throws LogContradiction where the log says otherwise; LogFormatError where it is not proved
 */
export function checkLoggedReceipt(
  claims: ReceiptClaims,
  logProofs: unknown,
  policy: TrustPolicy,
  now: number,
): LoggedReceipt {
  const anchor = claims.log
  if (!anchor || anchor.leaf_hashes.length === 0)
    throw new LogFormatError('It was given while the certificate was in no public log.')
  const parsed = proofsShape.safeParse(logProofs)
  if (!parsed.success)
    throw new LogFormatError('The file carries no proofs of the log: they stand in the JSON form and in the PDF.')
  const entries = parsed.data.map(({ proof }) => verifyCertificateProof(Buffer.from(proof), policy, now))
  const last = entries.at(-1)
  if (!last || entries.length !== anchor.leaf_hashes.length || !entries.every(isEntryOf(claims, anchor)))
    throw new LogFormatError('The proofs are not those of the leaves that the receipt names.')
  if (entries.some(({ checkpoint }) => !isOfOneLog(checkpoint, anchor)))
    throw new LogFormatError('The proofs are of another tree than the one that the receipt names.')
  requireSameWords(claims, entries)
  return { checkpoint: last.checkpoint, entries, anchor }
}

function isEntryOf(claims: ReceiptClaims, { leaf_hashes: hashes }: LoggedReceipt['anchor']) {
  return ({ serial, entry, leafHash }: ProvedEntry, index: number) =>
    serial === serialKey(claims.serial) && entry.place === index + 1 && leafHash.toString('hex') === hashes[index]
}

/** Trees of two sizes are held against each other by a copy of the log. A confirmed one is mostly smaller than that of the receipt. */
function isOfOneLog({ origin, size, root }: VerifiedCheckpoint, anchor: LoggedReceipt['anchor']): boolean {
  return origin === anchor.origin && (size !== anchor.tree_size || root.toString('hex') === anchor.root_hash)
}

/** What worsens a verdict is true before it is in the log; nothing else is. */
function requireSameWords(claims: ReceiptClaims, entries: readonly ProvedEntry[]): void {
  const newest = entries.at(-1)?.entry
  const isEnded = claims.overall_status === 'withdrawn' || claims.overall_status === 'superseded'
  if (newest && !isEnded && !SIGNS.includes(newest.type))
    throw new LogContradiction(`It says ${claims.overall_status}, and the newest entry of the log ${newest.type}.`)
  const forms = entries.findLast(({ entry }) => entry.forms !== null)?.entry.forms
  const signed = (type: string) => claims.artifacts.find((artifact) => artifact.type === type)?.sha256
  const isSame =
    forms?.vc_jwt === signed('vc+jwt') &&
    forms?.open_badge_jsonld === signed('openbadge+jsonld') &&
    forms?.open_badge_jwt === signed('openbadge+jwt')
  if (!isSame) throw new LogContradiction('The log has other signed forms of the certificate than the receipt names.')
}
