import type { SignedEvent } from '@/lib/domain/history/event'
import { type LogEntry, logEntryText } from './log-entry'

/** One certificate that an event of a lineage touches; each has a sealed leaf of its own (spec part 18). */
export interface EventTouch {
  event: SignedEvent
  /** Which of the leaves of this event, from 0. */
  part: number
  certificateId: string
  /** Which of the leaves of this certificate, from 1. */
  place: number
  type: LogEntry['type']
}

/**
 * What the events of a lineage touch, in the order of their leaves: a correction the new certificate and the one before
 * it, an erasure all of them.
 * @param events of one lineage, from the first one on, in order of sequence
 */
export function touchesOf(events: readonly SignedEvent[]): EventTouch[] {
  const touches: EventTouch[] = []
  const places = new Map<string, number>()
  for (const event of events) {
    const before = [...places.keys()]
    for (const [part, [certificateId, type]] of touchedBy(event, before).entries()) {
      const place = (places.get(certificateId) ?? 0) + 1
      places.set(certificateId, place)
      touches.push({ event, part, certificateId, place, type })
    }
  }
  return touches
}

function touchedBy({ type, certificateId }: SignedEvent, before: readonly string[]): [string, LogEntry['type']][] {
  if (type === 'erased') return before.map((id) => [id, 'erased'])
  if (certificateId === null) return []
  if (type === 'corrected') {
    const old = before.at(-1)
    return [[certificateId, 'corrected'], ...(old === undefined ? [] : [[old, 'superseded'] as [string, 'superseded']])]
  }
  return type === 'issued' || type === 'withdrawn' || type === 'resigned' ? [[certificateId, type]] : []
}

/** The types of entries that name signed forms. */
export const SIGNS: readonly LogEntry['type'][] = ['issued', 'corrected', 'resigned']

/**
 * The entry that the leaf of a touch is sealed over.
 * @param eventSha256 `eventHash` of its event
 * @param statusChangeSha256 of the bit that was set in a status list for it; null where none was
 */
export function touchEntry(
  { event, certificateId, place, type }: EventTouch,
  issuerId: string,
  eventSha256: string,
  statusChangeSha256: string | null,
): string {
  const forms = SIGNS.includes(type) ? event.forms : null
  return logEntryText({
    at: event.at,
    certificate_id: certificateId,
    detail: event.detail,
    event_sha256: eventSha256,
    forms: forms && {
      open_badge_jsonld: forms.openBadgeJsonld,
      open_badge_jwt: forms.openBadgeJwt,
      vc_jwt: forms.vcJwt,
    },
    issuer_id: issuerId,
    place,
    status_change_sha256: statusChangeSha256,
    type,
  })
}
