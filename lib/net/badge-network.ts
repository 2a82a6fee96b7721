import type { BadgeDocumentKind, BadgeNetwork, FetchedDocument } from '@/lib/domain/badge/badge-network'
import { DOCUMENT_RULES } from './document-rules'
import { fetchGuarded, type GuardedFetchOptions } from './fetch-guarded'
import { type HostAllowance, hostAllowance } from './host-allowance'
import { parseFetchAddress } from './parse-fetch-address'

const FETCHES_PER_REQUEST = 4
/** The time from the DNS query to the last byte. */
const MILLISECONDS = 5000

/** What tests put in place of the world; the service itself passes nothing. */
export interface BadgeNetworkOptions extends GuardedFetchOptions {
  hosts?: HostAllowance
}

/**
 * The one door through which anything is fetched for a badge (spec part 6). Made anew for each validation,
 * since it counts that one's fetches; the count by host and minute is the whole process's.
 */
export function badgeNetwork(options: BadgeNetworkOptions = {}): BadgeNetwork {
  const { hosts = hostAllowance(), milliseconds = MILLISECONDS } = options
  let left = FETCHES_PER_REQUEST
  return {
    async fetchDocument(address: string, kind: BadgeDocumentKind): Promise<FetchedDocument> {
      const parsed = parseFetchAddress(address)
      if (parsed.kind === 'refused') return { kind: 'blocked', reason: parsed.reason }
      if (left === 0) return { kind: 'blocked', reason: `more than ${FETCHES_PER_REQUEST} documents would be needed` }
      left--
      if (!hosts.take(parsed.url.hostname)) {
        return { kind: 'unreachable', reason: 'the host was asked too often in this minute' }
      }
      return fetchGuarded(parsed.url, DOCUMENT_RULES[kind], milliseconds, options)
    },
  }
}
