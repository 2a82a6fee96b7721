import { sha256Hex } from '@/lib/crypto/encoding/sha256'

/** The things that have one history each: a lineage, an issuer, a signing key. */
export type HistoryKind = 'lineage' | 'issuer' | 'key'

export type EventType =
  | 'issued'
  | 'corrected'
  | 'withdrawn'
  | 'resigned'
  | 'erased'
  | 'suspended'
  | 'resumed'
  | 'retired'
  | 'compromised'

/** SHA-256 of each of the three signed forms, in lowercase hexadecimal. */
export interface SignedFormHashes {
  vcJwt: string
  openBadgeJsonld: string
  openBadgeJwt: string
}

/** One entry of the append-only history before it is signed (spec part 3). Holds no personal data. */
export interface UnsignedEvent {
  chainId: string
  chain: HistoryKind
  /** From 1, without gaps. */
  sequence: number
  type: EventType
  certificateId: string | null
  /** Database time, milliseconds since 1970. */
  at: number
  /** Who did it, as a word without a name: `operator`, or `user:<uuid>`. */
  actor: string
  /** `eventHash` of the entry before it in the history; null at the first. */
  previousHash: string | null
  forms: SignedFormHashes | null
  /** Canonical JSON of what the type needs besides, such as the digest of a public reason. */
  detail: string | null
}

/** An entry with the service's signature over `eventBytes`. */
export interface SignedEvent extends UnsignedEvent {
  serviceKeyId: string
  /** base64url of the raw ES256 signature. */
  signature: string
}

/**
 * What is signed of an event: its canonical JSON (RFC 8785), under a label that no other signed thing of ours has.
 * Written with its members in canonical order and plain `JSON.stringify`, which spells strings and whole numbers as the
 * RFC does: this runs for every event of every check. The test holds it against `canonicalJson`.
 */
export function eventBytes(event: UnsignedEvent): string {
  return JSON.stringify({
    actor: event.actor,
    at: event.at,
    certificate_id: event.certificateId,
    chain: event.chain,
    chain_id: event.chainId,
    detail: event.detail,
    forms: event.forms && {
      open_badge_jsonld: event.forms.openBadgeJsonld,
      open_badge_jwt: event.forms.openBadgeJwt,
      vc_jwt: event.forms.vcJwt,
    },
    kind: 'certificate-verification/event/v1',
    previous_hash: event.previousHash,
    sequence: event.sequence,
    type: event.type,
  })
}

/** The hash that the next entry of the history names: SHA-256 over `eventBytes`, lowercase hexadecimal. */
export function eventHash(event: UnsignedEvent): string {
  return sha256Hex(eventBytes(event))
}

/** How one signature of an event turned out; undetermined when the key that it names is not there. */
export type SignatureResult = 'passed' | 'failed' | 'undetermined'

/**
 * Checks one history: sequence from 1 without gaps, each entry naming the hash of the one before, every signature good.
 * @param events all entries of the history, in order of sequence
 * @param checkSignature checks one signature of the service over `bytes`, whose `eventHash` is `hash`
 * @returns `undetermined` only when nothing failed and a key was missing
 */
export function checkHistory(
  events: readonly SignedEvent[],
  checkSignature: (event: SignedEvent, bytes: string, hash: string) => SignatureResult,
): SignatureResult {
  let previousHash: string | null = null
  let result: SignatureResult = 'passed'
  for (const [index, event] of events.entries()) {
    if (event.sequence !== index + 1 || event.previousHash !== previousHash) return 'failed'
    const bytes = eventBytes(event)
    const hash = sha256Hex(bytes)
    const signature = checkSignature(event, bytes, hash)
    if (signature === 'failed') return 'failed'
    if (signature === 'undetermined') result = 'undetermined'
    previousHash = hash
  }
  return result
}
