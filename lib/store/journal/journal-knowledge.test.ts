import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { SignedEvent } from '@/lib/domain/history/event'
import type { JournalRecord } from '@/lib/domain/history/journal-record'
import { JournalKnowledge } from './journal-knowledge'
import { readSnapshot, writeSnapshot } from './knowledge-snapshot'

const KEY = randomBytes(32)
const signature = () => randomBytes(64).toString('base64url')

function event(chainId: string, sequence: number, signed = signature()): SignedEvent {
  return {
    ...{ chainId, chain: 'lineage', sequence, type: 'withdrawn', certificateId: null, at: 1, actor: 'test' },
    ...{ previousHash: null, forms: null, detail: null, serviceKeyId: 'key', signature: signed },
  }
}

function learn(...events: SignedEvent[]): JournalKnowledge {
  const knowledge = new JournalKnowledge()
  for (const one of events) knowledge.learn({ kind: 'event', position: 1, event: one })
  return knowledge
}

/** In every order, and each written down and read again. */
function everyWay(events: SignedEvent[]): JournalKnowledge[] {
  const orders = events.length < 2 ? [events] : permutations(events)
  const learnt = orders.map((order) => learn(...order))
  return [...learnt, ...learnt.map((one) => readSnapshot(writeSnapshot(one, KEY), KEY) ?? new JournalKnowledge())]
}

function permutations<T>(items: T[]): T[][] {
  if (items.length < 2) return [items]
  return items.flatMap((first, index) => permutations(items.toSpliced(index, 1)).map((others) => [first, ...others]))
}

describe('a chain', () => {
  const id = randomUUID()
  const [second, third, fourth] = [event(id, 2), event(id, 3), event(id, 4)]
  const first = event(id, 1)

  it('is behind without its last journalled entry, in whatever order and however often that was learnt', () => {
    for (const knowledge of everyWay([second, third, fourth, second, fourth])) {
      expect(knowledge.isBehind(id, [first, second, third, fourth, event(id, 5)])).toBe(false)
      expect(knowledge.isBehind(id, [first, second, third])).toBe(true)
      expect(knowledge.isBehind(id, [])).toBe(true)
      expect(knowledge.isBehind(id, [first, second, third, event(id, 4)])).toBe(true)
      expect(knowledge.isBehind(randomUUID(), [])).toBe(false)
    }
  })

  it('of which the journal knows two courses is behind whichever the database has', () => {
    const other = event(id, 3)
    for (const known of [
      [third, other],
      [second, third, other],
      [third, other, fourth],
    ])
      for (const knowledge of everyWay(known)) {
        expect(knowledge.isBehind(id, [first, second, third, fourth])).toBe(true)
        expect(knowledge.isBehind(id, [first, second, other, fourth])).toBe(true)
      }
  })
})

describe('a status list', () => {
  it('lacks what is not set, and nothing where more is set', () => {
    const [list, other] = [randomUUID(), randomUUID()]
    const learnt = new JournalKnowledge()
    for (const index of [5, 70_000, 5]) learnt.learnBit(list, index)
    learnt.learnBit(other, 6)
    const loaded = readSnapshot(writeSnapshot(learnt, KEY), KEY)
    for (const knowledge of [learnt, loaded]) {
      expect(knowledge?.lacksBits(list, [70_000, 9, 5, 5])).toBe(false)
      expect(knowledge?.lacksBits(list, [5, 5, 9, 6])).toBe(true)
      expect(knowledge?.lacksBits(other, [6])).toBe(false)
      expect(knowledge?.lacksBits(randomUUID(), [])).toBe(false)
    }
  })
})

describe('a key of the service', () => {
  it('stays ended, whatever is learnt later', () => {
    const key = (state: 'active' | 'retired' | 'compromised'): JournalRecord => {
      return { kind: 'key', position: 1, table: 'service_keys', id: 'one', state }
    }
    const knowledge = new JournalKnowledge()
    for (const state of ['active', 'retired', 'active'] as const) knowledge.learn(key(state))
    expect(knowledge.endedKeys.get('one')).toBe('retired')
    for (const state of ['compromised', 'retired'] as const) knowledge.learn(key(state))
    expect(readSnapshot(writeSnapshot(knowledge, KEY), KEY)?.endedKeys.get('one')).toBe('compromised')
  })
})

describe('a snapshot', () => {
  it('is believed whole and under the same key alone', () => {
    const knowledge = learn(event(randomUUID(), 2))
    knowledge.read.set('a.journal', 100)
    const snapshot = writeSnapshot(knowledge, KEY)
    expect(readSnapshot(snapshot, KEY)?.read).toEqual(new Map([['a.journal', 100]]))
    expect(readSnapshot(snapshot, randomBytes(32))).toBeNull()
    expect(readSnapshot(Buffer.alloc(0), KEY)).toBeNull()
    expect(readSnapshot(snapshot.subarray(0, -1), KEY)).toBeNull()
    for (let at = 0; at < snapshot.length; at++) {
      const forged = Buffer.from(snapshot)
      forged[at] = (forged[at] ?? 0) ^ 1
      expect(readSnapshot(forged, KEY)).toBeNull()
    }
  })

  it('takes at most 64 bytes a chain in memory, with its bit of a status list', () => {
    const knowledge = new JournalKnowledge()
    const list = randomUUID()
    for (let chain = 0; chain < 100_000; chain++) {
      knowledge.learn({ kind: 'event', position: 1, event: event(randomUUID(), 2) })
      knowledge.learnBit(list, chain)
      if (chain > 10_000 && chain % 997 === 0) expect(knowledge.bytes / knowledge.chains.size).toBeLessThanOrEqual(64)
    }
  })
})
