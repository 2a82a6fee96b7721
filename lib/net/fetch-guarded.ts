import { isIPv4 } from 'node:net'
import type { FetchedDocument } from '@/lib/domain/badge/badge-network'
import type { DocumentRules } from './document-rules'
import { fetchPinned, type PinnedRequest } from './fetch-pinned'
import { isPublicAddress } from './public-address'
import { resolveHost } from './resolve-host'

/** What tests put in place of the world; the service itself passes nothing. */
export interface GuardedFetchOptions {
  resolve?: (host: string, signal: AbortSignal) => Promise<string[]>
  isPublic?: (address: string) => boolean
  port?: number
  ca?: string
  milliseconds?: number
}

/**
 * Fetches a document from a host that leads to public addresses only.
 * @param url as `parseFetchAddress` gives it
 * @param milliseconds from the question to DNS to the last byte
 * @returns `unreachable` for whatever goes wrong underneath; never throws
 */
export function fetchGuarded(
  url: URL,
  rules: DocumentRules,
  milliseconds: number,
  options: GuardedFetchOptions = {},
): Promise<FetchedDocument> {
  return throughGuard(url, milliseconds, options, (pinned) => fetchPinned(pinned, rules))
}

/**
 * Lets an exchange with a host happen if the host leads to public addresses only, and pins it to those.
 * @param milliseconds from the question to DNS to the last byte
 * @returns what the exchange gives; never throws
 */
export async function throughGuard<T>(
  url: URL,
  milliseconds: number,
  options: GuardedFetchOptions,
  exchange: (pinned: PinnedRequest) => Promise<T>,
): Promise<T | { kind: 'blocked' | 'unreachable'; reason: string }> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), milliseconds)
  try {
    return await exchangeWithin(limit.signal, url, options, exchange)
  } finally {
    clearTimeout(timer)
  }
}

async function exchangeWithin<T>(
  signal: AbortSignal,
  url: URL,
  { resolve = resolveHost, isPublic = isPublicAddress, port = 443, ca }: GuardedFetchOptions,
  exchange: (pinned: PinnedRequest) => Promise<T>,
): Promise<T | { kind: 'blocked' | 'unreachable'; reason: string }> {
  const answers = await beforeAbort(resolve(url.hostname, signal), signal).catch(() => [])
  if (answers.length === 0) return { kind: 'unreachable', reason: 'the host could not be looked up' }
  // One private answer among public ones is enough: an attacker's name server may mix them.
  if (!answers.every(isPublic)) return { kind: 'blocked', reason: 'the host does not lead to public addresses only' }
  const pinned = { url, addresses: oneOfEachFamily(answers), port, ca, signal }
  return beforeAbort(exchange(pinned), signal).catch(() => ({
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
