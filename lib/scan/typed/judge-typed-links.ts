import { judgeAddress, type OwnOrigins } from '@/lib/scan/judge/judge-address'
import type { ScanVerdict } from '@/lib/scan/judge/scan-verdict'

/** The judgement of a link that somebody put into the field for a serial. */
export type LinkElsewhere = Pick<Extract<ScanVerdict, { kind: 'elsewhere' }>, 'host' | 'address' | 'lookalike'>

/**
 * Judges links to other hosts as the scanner does: one that could be taken for ours is named before all others.
 * @param origins as of `judgeAddress`
 * @returns null where none of them has a host
 */
export function judgeTypedLinks(addresses: readonly string[], origins: OwnOrigins): LinkElsewhere | null {
  const judged = addresses.flatMap((address) => judgeAddress(address, address, origins) ?? [])
  const links = judged.filter((one) => one.kind === 'elsewhere')
  return links.find(({ lookalike }) => lookalike) ?? links[0] ?? null
}
