import { judgeAddress, type OwnOrigins } from '@/lib/scan/judge/judge-address'
import { lookAlikeHost } from '@/lib/scan/judge/look-alike-host'
import type { ScanVerdict } from '@/lib/scan/judge/scan-verdict'

type Elsewhere = Extract<ScanVerdict, { kind: 'elsewhere' }>

/** The judgement of a link that somebody put into the field for a serial. */
export interface LinkElsewhere extends Pick<Elsewhere, 'host' | 'address' | 'lookalike'> {
  /** Our name stands behind a host that is nothing like ours, as mail programs write links. */
  rewritten?: boolean
}

/**
 * Judges links to other hosts as the scanner does: one that could be taken for ours is named before all others. A printed code that only
 * holds our name is made by whoever printed it; a link in a mail was rewritten by a program on its way more often than not.
 * @param origins as of `judgeAddress`
 * @returns null where none of them has a host
 */
export function judgeTypedLinks(addresses: readonly string[], origins: OwnOrigins): LinkElsewhere | null {
  const judged = addresses.flatMap((address) => judgeAddress(address, address, origins) ?? [])
  const links = judged.flatMap((one) => (one.kind === 'elsewhere' ? [asTyped(one, origins)] : []))
  return links.find(({ lookalike }) => lookalike) ?? links[0] ?? null
}

function asTyped(link: Elsewhere, origins: OwnOrigins): LinkElsewhere {
  const hostname = link.host.replace(/:\d+$/, '')
  const rewritten =
    link.reason === 'our_name_inside' &&
    origins.every((origin) => lookAlikeHost(hostname, new URL(origin).hostname) === null)
  return rewritten ? { ...link, lookalike: false, rewritten } : link
}
