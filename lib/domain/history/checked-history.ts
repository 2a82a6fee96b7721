import { checkHistory, type SignedEvent } from './event'
import type { Evidence } from './evidence'
import { Undetermined } from './judgement'
import type { SignatureChecks } from './signature-checks'

/**
 * The events of one history, checked whole (spec part 3).
 * @returns the events in order, none for a history without any; null when the history was tampered with
 * @throws Undetermined when the database has lost some that its journal knows, a service key that signed one is not there, or the database's clock stands behind one
 */
export function checkedHistory(chainId: string, evidence: Evidence, signatures: SignatureChecks): SignedEvent[] | null {
  if (evidence.behind.has(chainId)) throw new Undetermined('the database has lost entries of a history')
  const events = evidence.events.get(chainId) ?? []
  const result = checkHistory(events, (event, bytes, hash) => signatures.event(event, bytes, hash))
  if (result === 'failed') return null
  if (result === 'undetermined') throw new Undetermined('a service key of a history is not there')
  if (events.some((event) => event.at > evidence.now)) throw new Undetermined('the database clock is behind its events')
  return events
}
