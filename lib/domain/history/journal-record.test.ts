import { describe, expect, it } from 'vitest'
import { chainOf, CHAIN_ID, idOf, issued } from '@/test/example-history'
import { eventHash, type SignedEvent } from './event'
import {
  enclosureBinding,
  enclosureName,
  journalLine,
  type JournalRecord,
  readJournalLine,
  recordName,
  recordSubject,
} from './journal-record'

const [event] = chainOf([issued(1)]) as [SignedEvent]
const change = {
  ...{ listId: idOf(2), sequence: 1, statusIndex: 3, at: 4, previousHash: null, serviceKeyId: 'key', signature: 'sig' },
}
const key = { position: 3, kind: 'key', table: 'service_keys', id: 'key', state: 'retired' } as const
const records: [JournalRecord, string, string, RegExp | null][] = [
  [{ position: 1, kind: 'event', event }, CHAIN_ID, `event-${eventHash(event)}`, /^event-[0-9a-f]{64}$/],
  [{ position: 2, kind: 'status', change }, idOf(2), `status-${idOf(2)}/3`, null],
  [key, 'key', 'key-service_keys/key/retired', /^key-[0-9a-f]{64}$/],
  [{ position: 4, kind: 'forgotten', table: 'watches', id: idOf(4) }, idOf(4), `forgotten-watches/${idOf(4)}`, null],
]

describe.each(records)('a record of the journal: %j', (record, subject, name, enclosure) => {
  it('has a name, a subject, and an enclosure where rows belong to it', () => {
    expect(recordSubject(record)).toBe(subject)
    expect(recordName(record)).toBe(name)
    expect(enclosureName(record)).toEqual(enclosure === null ? null : expect.stringMatching(enclosure))
  })

  it('is read as it was written, and not where anything of its line was changed', () => {
    const line = journalLine(record)
    expect(line).toMatch(/^[0-9a-f]{16} \{.*\}\n$/)
    const text = line.slice(0, -1)
    expect(readJournalLine(text)).toEqual(record)
    for (let at = 0; at < text.length; at++)
      expect(readJournalLine(text.slice(0, at) + (text[at] === '0' ? '1' : '0') + text.slice(at + 1))).toBeNull()
    for (const wrong of ['', ' ', text.slice(1), text.slice(0, -1), `${text} `])
      expect(readJournalLine(wrong)).toBeNull()
  })
})

it('an enclosure is encrypted for its name alone', () => {
  expect(enclosureBinding('x')).toEqual({ purpose: 'certificate-verification/journal-enclosure/v1', row: 'x' })
})

it('the enclosure of a key is the same in whatever state, and of no key of another table', () => {
  const name = enclosureName(key)
  expect(enclosureName({ ...key, state: 'active' })).toBe(name)
  expect(enclosureName({ ...key, table: 'issuer_signing_keys' })).not.toBe(name)
  expect(enclosureName({ ...key, id: 'other' })).not.toBe(name)
})
