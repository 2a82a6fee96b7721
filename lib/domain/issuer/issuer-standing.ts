import type { SignedEvent } from '@/lib/domain/history/event'

/** Whether the operator has suspended an issuer: the fold of the issuer's events. */
export type IssuerStanding = 'good' | 'suspended'

/**
 * Folds the events of one issuer (spec part 3).
 * @param events entries of one chain that `checkHistory` passed, in order of sequence; none means good standing
 * @returns null when the events make no history that can have happened
 */
export function foldStanding(events: readonly SignedEvent[]): IssuerStanding | null {
  let standing: IssuerStanding = 'good'
  for (const event of events) {
    if (event.chain !== 'issuer') return null
    if (event.type === 'suspended' && standing === 'good') standing = 'suspended'
    else if (event.type === 'resumed' && standing === 'suspended') standing = 'good'
    else return null
  }
  return standing
}
