import { isIPv4 } from 'node:net'
import type { BadgeDocumentKind, BadgeNetwork, FetchedDocument } from '@/lib/domain/badge/badge-network'
import { DOCUMENT_RULES } from './document-rules'
import { fetchPinned } from './fetch-pinned'
import { type HostAllowance, hostAllowance } from './host-allowance'
import { parseFetchAddress } from './parse-fetch-address'
import { isPublicAddress } from './public-address'
import { resolveHost } from './resolve-host'

const FETCHES_PER_REQUEST = 4
/** The time from the DNS query to the last byte. */
const MILLISECONDS = 5000

/** What tests put in place of the world; the service itself passes nothing. */
export interface BadgeNetworkOptions {
  resolve?: (host: string, signal: AbortSignal) => Promise<string[]>
  isPublic?: (address: string) => boolean
  port?: number
  ca?: string
  milliseconds?: number
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
      const limit = new AbortController()
      const timer = setTimeout(() => limit.abort(), milliseconds)
      try {
        return await fetchGuarded(parsed.url, kind, limit.signal, options)
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

async function fetchGuarded(
  url: URL,
  kind: BadgeDocumentKind,
  signal: AbortSignal,
  options: BadgeNetworkOptions,
): Promise<FetchedDocument> {
  const { resolve = resolveHost, isPublic = isPublicAddress, port = 443, ca } = options
  const answers = await beforeAbort(resolve(url.hostname, signal), signal).catch(() => [])
  if (answers.length === 0) return { kind: 'unreachable', reason: 'the host could not be looked up' }
  // One private answer among public ones is enough: an attacker's name server may mix them.
  if (!answers.every(isPublic)) return { kind: 'blocked', reason: 'the host does not lead to public addresses only' }
  const pinned = { url, addresses: oneOfEachFamily(answers), port, ca, signal }
  return beforeAbort(fetchPinned(pinned, DOCUMENT_RULES[kind]), signal).catch(() => ({
    kind: 'unreachable',
    reason: 'no whole answer in time',
  }))
}

function oneOfEachFamily(addresses: readonly string[]): string[] {
  const v4 = addresses.find((address) => isIPv4(address))
  const v6 = addresses.find((address) => !isIPv4(address))
  return [v4, v6].filter((address) => address !== undefined)
}

/** Waits no longer than the signal allows, also for work that does not heed it. */
function beforeAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Error('aborted'))
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
