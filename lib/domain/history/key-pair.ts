import { canonicalJson } from '@/lib/crypto/encoding/canonical-json'
import type { SignedEvent } from './event'

/**
 * The detail of a `retired` event: the other key of the pair that signed together (spec part 6).
 * @param pairId row id of the other key; null when there is none
 */
export function retirementDetail(pairId: string | null): string {
  return canonicalJson({ pair: pairId })
}

/**
 * The other key of a retired key's pair, as its signed history names it.
 * @param events the key's history, checked
 * @returns the other key's row id, or null
 */
export function retiredPairOf(events: readonly SignedEvent[]): string | null {
  const detail = events.find(({ type }) => type === 'retired')?.detail ?? null
  const parsed: unknown = detail === null ? null : JSON.parse(detail)
  if (typeof parsed !== 'object' || parsed === null || !('pair' in parsed)) return null
  return typeof parsed.pair === 'string' ? parsed.pair : null
}
