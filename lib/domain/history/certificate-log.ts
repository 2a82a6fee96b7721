import { touchesOf } from '@/lib/domain/log/event-touch'
import type { CertificateRow, Evidence } from './evidence'
import { FOREIGN_STATE } from './judge-logged'
import { Undetermined } from './judgement'

/** How a certificate stands in the public log. */
export interface CertificateLog {
  origin: string
  /** How many leaves are published, and their root in hexadecimal. */
  treeSize: number
  rootHash: string
  /**
   * `entered` with the change itself, `taken_in` later, so that nothing is proved about the time before, or `waiting`: its
   * newest change is not in the log yet.
   */
  state: 'entered' | 'taken_in' | 'waiting'
  /** Of its newest published leaf; null where it has none. */
  index: number | null
  /** Since when the log proves that it existed, in milliseconds since 1970. */
  enteredAt: number | null
  /** Its published leaves, in hexadecimal. */
  leaves: string[]
}

/**
 * @returns null where there is no log, or its history says nothing of this certificate
 * @throws Undetermined where somebody else wrote how far the log has come: a receipt would be signed over it
 */
export function certificateLog(row: CertificateRow, evidence: Evidence): CertificateLog | null {
  const { log } = evidence
  if (!log) return null
  if (!log.isGenuine) throw new Undetermined(FOREIGN_STATE)
  const touches = touchesOf(evidence.events.get(row.lineageId) ?? []).filter(
    ({ certificateId }) => certificateId === row.id,
  )
  const leaves = evidence.leaves.get(row.lineageId) ?? []
  const published = touches.flatMap((touch) => {
    const leaf = leaves.find(
      ({ kind, place, part, index }) =>
        kind === 'event' && place === touch.event.sequence && part === touch.part && index < log.publishedSize,
    )
    return leaf ? [{ touch, leaf }] : []
  })
  const first = published[0]
  const isTakenIn = first !== undefined && log.intakeEnd !== null && first.leaf.index < log.intakeEnd
  const enteredAt = isTakenIn ? log.intakeEndedAt : (first?.touch.event.at ?? null)
  if (touches.length === 0) return null
  return {
    origin: log.origin,
    treeSize: log.publishedSize,
    rootHash: log.publishedRoot,
    state: published.length < touches.length ? 'waiting' : isTakenIn ? 'taken_in' : 'entered',
    index: published.at(-1)?.leaf.index ?? null,
    enteredAt,
    leaves: published.map(({ leaf }) => leaf.leaf),
  }
}
