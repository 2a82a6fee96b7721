import { judgeAddress, type OwnOrigins } from '@/lib/scan/judge/judge-address'
import { lookAlikeHost } from '@/lib/scan/judge/look-alike-host'
import type { ScanVerdict } from '@/lib/scan/judge/scan-verdict'
import { holdsAddressOf, isForwarder, readAddress } from './own-address'

type Elsewhere = Extract<ScanVerdict, { kind: 'elsewhere' }>

/** The judgement of a link that somebody put into the field for a serial. */
export interface LinkElsewhere extends Pick<Elsewhere, 'host' | 'address' | 'lookalike'> {
  /** A link of ours stands whole behind a host that is nothing like ours, as mail programs write links. */
  rewritten?: boolean
}

/**
 * Judges links to other hosts as the scanner does: one that could be taken for ours is named before all others. A printed code that only
 * holds our name is made by whoever printed it; a link in a mail was rewritten by a program on its way more often than not.
 * @param origins as of `judgeAddress`
 * @returns null where none of them has a host
 */
export function judgeTypedLinks(addresses: readonly string[], origins: OwnOrigins): LinkElsewhere | null {
  const links = addresses.flatMap((address) => {
    const judged = judgeAddress(address, address, origins)
    return judged?.kind === 'elsewhere' ? [asTyped(judged, address, origins)] : []
  })
  return links.find(({ lookalike }) => lookalike) ?? links[0] ?? null
}

function asTyped(link: Elsewhere, address: string, origins: OwnOrigins): LinkElsewhere {
  const rewritten = link.reason === 'our_name_inside' && leadsOn(address, origins)
  return rewritten ? { ...link, lookalike: false, rewritten } : link
}

/** Whether a link of ours stands whole in an address, or only a known program can have written our name there, and its host is nothing like ours. */
function leadsOn(address: string, origins: OwnOrigins): boolean {
  const url = readAddress(address)
  const ours = origins.map((origin) => new URL(origin))
  if (!url || ours.some(({ hostname }) => lookAlikeHost(url.hostname, hostname) !== null)) return false
  const hosts = ours.map(({ host }) => host)
  return isForwarder(url.hostname) || holdsAddressOf(url, hosts)
}
