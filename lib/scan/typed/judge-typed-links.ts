import { judgeAddress, type OwnOrigins } from '@/lib/scan/judge/judge-address'
import { lookAlikeHost } from '@/lib/scan/judge/look-alike-host'
import type { ScanVerdict } from '@/lib/scan/judge/scan-verdict'
import { visibleText } from '@/lib/scan/judge/visible-text'
import { holdsAddressOf, isForwarder, readAddress } from './own-address'

const LONGEST_SHOWN = 300
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
 * @returns null where there is none
 */
export function judgeTypedLinks(addresses: readonly string[], origins: OwnOrigins): LinkElsewhere | null {
  const links = addresses.flatMap((address) => {
    const judged = judgeAddress(address, address, origins) ?? judgeAddress(address, `https://${address}`, origins)
    if (judged === null) return [unreadable(address, origins)]
    return judged.kind === 'elsewhere' ? [asTyped(judged, address, origins)] : []
  })
  return links.find(({ lookalike }) => lookalike) ?? links[0] ?? null
}

/** What no browser would read is named as it is written: passed over, the serial beside it would stand alone. */
function unreadable(address: string, origins: OwnOrigins): LinkElsewhere {
  const [host = address] = address.replace(/^[a-z][a-z0-9+.-]*:/i, '').match(/[^/?#\\]+/) ?? []
  const shown = (text: string) => visibleText(text, { longest: LONGEST_SHOWN })
  return { host: shown(host), address: shown(address), lookalike: namesOurs(address, origins) }
}

const namesOurs = (address: string, origins: OwnOrigins) =>
  origins.some((origin) => address.toLowerCase().includes(new URL(origin).hostname))

function asTyped(link: Elsewhere, address: string, origins: OwnOrigins): LinkElsewhere {
  const rewritten = link.reason === 'our_name_inside' && leadsOn(address, origins)
  if (rewritten) return { ...link, lookalike: false, rewritten }
  // What stands before the @ of a mail address misleads nobody.
  const isMail = link.reason === 'user_info' && !/^[a-z]+:/i.test(address) && !namesOurs(address, origins)
  return isMail ? { ...link, lookalike: false } : link
}

/** Whether a link of ours stands whole in an address, or only a known program can have written our name there, and its host is nothing like ours. */
function leadsOn(address: string, origins: OwnOrigins): boolean {
  const url = readAddress(address)
  const ours = origins.map((origin) => new URL(origin))
  if (!url || ours.some(({ hostname }) => lookAlikeHost(url.hostname, hostname) !== null)) return false
  const hosts = ours.map(({ host }) => host)
  return isForwarder(url.hostname) || holdsAddressOf(url, hosts)
}
