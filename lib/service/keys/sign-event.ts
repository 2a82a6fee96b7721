import { encodeBase64url } from '@/lib/crypto/encoding/base64url'
import type { Signer } from '@/lib/crypto/signature/signer'
import { eventBytes, eventHash, type SignedEvent, type UnsignedEvent } from '@/lib/domain/history/event'
import { ServiceError } from '@/lib/errors'
import type { HistoryEnd } from '@/lib/store/evidence/event-log'

/** The new part of an entry; its place comes from the history. */
type EventDraft = Pick<UnsignedEvent, 'chainId' | 'chain' | 'type' | 'certificateId' | 'actor' | 'forms' | 'detail'>

/**
 * Signs the next entry of a chain with the service's key (spec part 3, "Events").
 * @param end the chain as read under its lock
 * @throws ServiceError `unavailable` when the database's clock stands behind the chain's last entry
 */
export async function signNextEvent(draft: EventDraft, end: HistoryEnd, signer: Signer): Promise<SignedEvent> {
  const last = end.events.at(-1)
  if (last && last.at > end.now) {
    throw new ServiceError(
      'unavailable',
      "The database's clock is behind the last recorded event. Nothing was changed.",
    )
  }
  const event: UnsignedEvent = {
    ...draft,
    sequence: (last?.sequence ?? 0) + 1,
    previousHash: last ? eventHash(last) : null,
    at: end.now,
  }
  return signEvent(event, signer)
}

/** Signs one entry as it is. */
export async function signEvent(event: UnsignedEvent, signer: Signer): Promise<SignedEvent> {
  const signature = await signer.sign(Buffer.from(eventBytes(event), 'utf8'))
  return { ...event, serviceKeyId: signer.keyId, signature: encodeBase64url(signature) }
}
