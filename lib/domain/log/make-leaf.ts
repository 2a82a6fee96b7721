import { randomBytes } from 'node:crypto'
import { eventHash, type SignedEvent } from '@/lib/domain/history/event'
import { type EventTouch, touchEntry } from './event-touch'
import { commitTo, logTag } from './log-entry'
import { publicLeafBytes } from './public-leaf'
import { sealedLeafBytes } from './sealed-leaf'

const SECRET_BYTES = 32

/** The certificate of a touch. */
interface TouchedCertificate {
  issuerId: string
  /** Of the bit that was set in its status list with the event; null where none was. */
  statusChangeSha256: string | null
}

/**
 * The sealed leaf of a touch.
 * @param vrfOutput β of the certificate's serial
 * @returns the salt too, which opens it; that of an erasure is kept by nobody
 */
export function sealedLeafOf(
  touch: EventTouch,
  certificate: TouchedCertificate,
  vrfOutput: Buffer,
): { leaf: Buffer; salt: Buffer | null } {
  const { event, place, type } = touch
  const { issuerId, statusChangeSha256 } = certificate
  const salt = randomBytes(SECRET_BYTES)
  const entry = touchEntry(touch, issuerId, eventHash(event), statusChangeSha256)
  const facts = { issuerId, at: Math.floor(event.at / 1000), tag: logTag(vrfOutput, place) }
  const leaf = sealedLeafBytes({ ...facts, commitment: commitTo(entry, salt) })
  return { leaf, salt: type === 'erased' ? null : salt }
}

/** A leaf that says nothing: beside that of a change it looks like the other half of a correction. */
export function coverLeaf(issuerId: string, at: number): Buffer {
  const facts = { issuerId, at: Math.floor(at / 1000), tag: randomBytes(SECRET_BYTES) }
  return sealedLeafBytes({ ...facts, commitment: randomBytes(SECRET_BYTES) })
}

/** The public leaf of an event of an issuer or of a key. */
export function chainLeaf(event: SignedEvent): Buffer {
  const { at, chain, chainId, detail, sequence, type } = event
  const fields = { at, chain, chain_id: chainId, detail, event_sha256: eventHash(event), sequence, type }
  return publicLeafBytes({ kind: 'log-chain/v1', fields } as Parameters<typeof publicLeafBytes>[0])
}
