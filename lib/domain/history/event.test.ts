import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '@/lib/crypto/encoding/canonical-json'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import {
  anyLineage,
  chainOf,
  CHAIN_ID,
  checkSigned,
  corrected,
  issued,
  signed,
  withdrawn,
} from '@/test/example-history'
import { checkHistory, eventBytes, eventHash, type SignedEvent } from './event'

const check = (events: readonly SignedEvent[]) => checkHistory(events, checkSigned)
const chain = chainOf([issued(1), corrected(2), withdrawn(2)])
const [first, second, third] = chain as [SignedEvent, SignedEvent, SignedEvent]

// Every kind of character that JSON spells in a way of its own.
const anyText = fc.string({
  unit: fc.constantFrom('a', '"', '\\', '/', '\n', '\u0000', '\u007f', '\u2028', 'é', '😀', '\u{10ffff}'),
})

describe('eventBytes', () => {
  it('is the canonical JSON of every member, under a label of its own', () => {
    for (const event of chain) {
      expect(eventBytes(event)).toBe(
        canonicalJson({
          kind: 'certificate-verification/event/v1',
          chain_id: CHAIN_ID,
          chain: event.chain,
          sequence: event.sequence,
          type: event.type,
          certificate_id: event.certificateId,
          at: event.at,
          actor: event.actor,
          previous_hash: event.previousHash,
          forms: event.forms && {
            vc_jwt: event.forms.vcJwt,
            open_badge_jsonld: event.forms.openBadgeJsonld,
            open_badge_jwt: event.forms.openBadgeJwt,
          },
          detail: event.detail,
        }),
      )
      expect(eventHash(event)).toBe(sha256Hex(eventBytes(event)))
    }
  })

  it('is the canonical JSON whatever text stands in it', () => {
    fc.assert(
      fc.property(anyText, fc.integer(), (text, at) => {
        const bytes = eventBytes({ ...first, actor: text, detail: text, at })
        expect(bytes).toBe(canonicalJson(JSON.parse(bytes)))
        expect(JSON.parse(bytes)).toMatchObject({ actor: text, detail: text, at: at === 0 ? 0 : at })
      }),
    )
  })

  it.each([
    ['chainId', 'x'],
    ['chain', 'key'],
    ['sequence', 9],
    ['type', 'resigned'],
    ['certificateId', null],
    ['at', 0],
    ['actor', 'x'],
    ['previousHash', 'x'],
    ['forms', null],
    ['detail', 'x'],
  ] as const)('covers %s', (member, value) => {
    expect(eventBytes({ ...second, [member]: value })).not.toBe(eventBytes(second))
  })
})

describe('checkHistory', () => {
  it('passes a whole chain, and one without events', () => {
    expect(check(chain)).toBe('passed')
    expect(check([])).toBe('passed')
  })

  it.each<[string, SignedEvent[]]>([
    ['one taken out of the middle', [first, third]],
    ['the first one gone', [second, third]],
    ['two exchanged', [second, first, third]],
    ['one twice', [first, second, second, third]],
    ['one signed by nobody', [first, { ...second, signature: '' }, third]],
    ['one with the signature of another', [first, { ...second, signature: third.signature }, third]],
    ['one that names no predecessor', [first, signed({ ...second, previousHash: null })]],
    ['a first one that names a predecessor', [signed({ ...first, previousHash: eventHash(second) })]],
    ['one that names another predecessor', [first, signed({ ...second, previousHash: eventHash(second) })]],
    ['a gap in the sequence', [first, signed({ ...second, sequence: 3 })]],
    ['a sequence that starts at 2', [signed({ ...first, sequence: 2 })]],
  ])('fails %s', (_what, events) => {
    expect(check(events)).toBe('failed')
  })

  it('is undetermined only where a key is missing and nothing failed', () => {
    const unknown = { ...second, serviceKeyId: 'gone' }
    expect(check([first, unknown, third])).toBe('undetermined')
    expect(check([first, unknown, { ...third, signature: first.signature }])).toBe('failed')
    expect(check([{ ...first, serviceKeyId: 'gone' }, third])).toBe('failed')
  })

  it('misses nothing that is dropped before the end, exchanged or doubled, in any history', () => {
    fc.assert(
      fc.property(anyLineage, fc.nat(), fc.nat(), (steps, one, other) => {
        const events = chainOf(steps)
        expect(check(events)).toBe('passed')
        const at = one % events.length
        const to = other % events.length
        const doubled = [...events.slice(0, at), ...events.slice(at, at + 1), ...events.slice(at)]
        expect(check(doubled)).toBe('failed')
        if (at < events.length - 1) expect(check(events.filter((_event, index) => index !== at))).toBe('failed')
        if (at !== to) {
          const exchanged = events.map((event, index) => events[index === at ? to : index === to ? at : index] ?? event)
          expect(check(exchanged)).toBe('failed')
        }
      }),
      { numRuns: 60 },
    )
  })
})
