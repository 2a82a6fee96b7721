import fc from 'fast-check'
import { sign } from 'node:crypto'
import { decodeBase64url, encodeBase64url } from '@/lib/crypto/encoding/base64url'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { generateKeyPair, publicKeyFrom, verifySignature } from '@/lib/crypto/signature/public-key'
import {
  eventBytes,
  eventHash,
  type HistoryKind,
  type EventType,
  type SignatureResult,
  type SignedEvent,
  type UnsignedEvent,
} from '@/lib/domain/history/event'

export const CHAIN_ID = '3b0f2f0a-6f2d-4e2e-9d0b-3d2c1b0a9f8e'
export const START = Date.UTC(2026, 10, 3)

const { publicJwk, privateKey } = generateKeyPair('ES256')
const publicKey = publicKeyFrom(publicJwk)

/** Signs an event with the key of these tests. */
export function signed(event: UnsignedEvent): SignedEvent {
  const signature = sign('sha256', Buffer.from(eventBytes(event)), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return { ...event, serviceKeyId: 'test', signature: encodeBase64url(signature) }
}

/** Checks the signature of an event with the key of these tests. */
export function checkSigned(event: SignedEvent, bytes: string): SignatureResult {
  const signature = decodeBase64url(event.signature)
  if (event.serviceKeyId !== 'test') return 'undetermined'
  return signature && verifySignature(publicKey, 'ES256', Buffer.from(bytes), signature) ? 'passed' : 'failed'
}

/** What is new in an event of a test. */
export type Step = { type: EventType } & Partial<
  Pick<UnsignedEvent, 'certificateId' | 'forms' | 'detail' | 'chain' | 'at'>
>

/** A chain of events that is right in itself, whether it makes a history or not. */
export function chainOf(steps: readonly Step[], chain: HistoryKind = 'lineage', chainId = CHAIN_ID): SignedEvent[] {
  const events: SignedEvent[] = []
  for (const step of steps) {
    const last = events.at(-1)
    const defaults = { certificateId: null, forms: null, detail: null, chain, at: START + events.length * 1000 }
    const place = {
      chainId,
      sequence: events.length + 1,
      actor: 'test',
      previousHash: last ? eventHash(last) : null,
    }
    events.push(signed({ ...defaults, ...place, ...step }))
  }
  return events
}

/** The hashes of the forms that a word stands for. */
export function formsOf(word: string) {
  return { vcJwt: sha256Hex(`${word}1`), openBadgeJsonld: sha256Hex(`${word}2`), openBadgeJwt: sha256Hex(`${word}3`) }
}

/** An id that a number stands for. */
export const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

export const issued = (number: number): Step => ({
  type: 'issued',
  certificateId: idOf(number),
  forms: formsOf(`issued ${number}`),
})
export const corrected = (number: number): Step => ({ ...issued(number), type: 'corrected' })
export const withdrawn = (number: number): Step => ({ type: 'withdrawn', certificateId: idOf(number), detail: '{}' })
export const resigned = (number: number, word: string): Step => ({
  type: 'resigned',
  certificateId: idOf(number),
  forms: formsOf(word),
})

/** Histories that can happen: one issue, corrections, signing again, perhaps a withdrawal at the end and signing again. */
export const anyLineage: fc.Arbitrary<Step[]> = fc
  .record({
    steps: fc.array(fc.oneof({ weight: 2, arbitrary: fc.constant('correct') }, fc.nat({ max: 5 })), { maxLength: 6 }),
    ends: fc.boolean(),
    after: fc.array(fc.nat({ max: 5 }), { maxLength: 2 }),
  })
  .map(({ steps, ends, after }) => {
    const history = [issued(1)]
    let current = 1
    const again = (which: number) => resigned((which % current) + 1, `again ${history.length}`)
    for (const step of steps) history.push(typeof step === 'number' ? again(step) : corrected(++current))
    return ends ? [...history, withdrawn(current), ...after.map(again)] : history
  })
