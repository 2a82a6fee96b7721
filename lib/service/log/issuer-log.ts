import { LargeCounts } from '@/lib/service/check/large-counts'
import { missingLeavesOf } from '@/lib/store/log/complete-log'
import { countIssuerLeaves, findNewStrange, type IssuerLeaves } from '@/lib/store/log/issuer-leaves'

/** What the public log has in an issuer's name, and when that was counted. */
export interface IssuerLog extends IssuerLeaves {
  countedAt: number
}

/** Where there are a million, counting takes several seconds: that is done once in ten minutes. */
const KEPT_MS = 600_000
const KEPT_FROM = 10_000

const holder = globalThis as typeof globalThis & { certificateServiceIssuerLogs?: LargeCounts<IssuerLog | null> }

/** One a process: Next's bundles and ours hold copies of this module. */
function logs(): LargeCounts<IssuerLog | null> {
  return (holder.certificateServiceIssuerLogs ??= new LargeCounts(count, {
    size: (one) => one?.leaves ?? 0,
    from: KEPT_FROM,
    keepMs: KEPT_MS,
  }))
}

async function count(issuerId: string): Promise<IssuerLog | null> {
  const counted = await countIssuerLeaves(issuerId)
  return counted && { ...counted, countedAt: Date.now() }
}

/**
 * Counts an issuer's leaves in the public log, and those of them that no certificate here is of: what the database says of
 * its own leaves, and what a comparison found in the published files alone.
 * @param isLastFine an older count is, where counting takes long: for a page that says when it was counted
 * @returns null where the service has no log
 */
export async function issuerLog(issuerId: string, now: number, isLastFine = false): Promise<IssuerLog | null> {
  const counted = await (isLastFine ? logs().last(issuerId, now) : logs().get(issuerId, now))
  if (!counted) return null
  const known = new Set(counted.strange.map(({ index }) => index))
  const missing = missingLeavesOf(issuerId).filter(({ index }) => !known.has(index))
  const strange = [...counted.strange, ...missing.map(({ index, at }) => ({ index, at }))]
  return {
    ...counted,
    leaves: counted.leaves + missing.length,
    strangeCount: counted.strangeCount + missing.length,
    strange: strange.sort((a, b) => b.index - a.index),
  }
}

/** How many of the newest entries in an issuer's name no certificate here is of, without counting all of them. */
export async function countNewStrange(issuerId: string): Promise<number> {
  const missing = missingLeavesOf(issuerId).map(({ index }) => index)
  return new Set([...(await findNewStrange(issuerId)), ...missing]).size
}
