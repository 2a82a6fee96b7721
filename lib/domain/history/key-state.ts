import type { SignedEvent } from './event'

/** The state of an issuer's signing key: the fold of the key's events (spec part 6). */
export type KeyState = { state: 'active' | 'retired' } | { state: 'compromised'; since: number }

/**
 * Folds the events of one signing key: active → retired → compromised, or active → compromised.
 * @param events entries of one history that `checkHistory` passed, in order of sequence; none means active
 * @returns null when the events make no history that can have happened; `since` in milliseconds since 1970
 */
export function foldKeyState(events: readonly SignedEvent[]): KeyState | null {
  let state: KeyState = { state: 'active' }
  for (const event of events) {
    if (event.chain !== 'key') return null
    if (event.type === 'retired' && state.state === 'active') state = { state: 'retired' }
    else if (event.type === 'compromised' && state.state !== 'compromised') {
      const since = compromisedSince(event.detail)
      if (since === null) return null
      state = { state: 'compromised', since }
    } else return null
  }
  return state
}

/** What a `compromised` event says besides: the moment from which signatures of the key no longer count. */
function compromisedSince(detail: string | null): number | null {
  const parsed: unknown = detail === null ? null : JSON.parse(detail)
  if (typeof parsed !== 'object' || parsed === null || !('since' in parsed)) return null
  return typeof parsed.since === 'number' && Number.isFinite(parsed.since) ? parsed.since : null
}
