import { describe, expect, it } from 'vitest'
import { canonicalJson } from '@/lib/crypto/encoding/canonical-json'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { checkStatusHistory, statusChangeBytes, statusChangeHash } from './status-change'

const LIST = '0198c0de-0000-7000-8000-00000000115f'
type Entry = readonly [sequence: number, statusIndex: number, at: number]
const ENTRIES: Entry[] = [
  [1, 70, 1000],
  [2, 3, 2000],
  [3, 131_071, 3000],
]

/** What the last of these entries was signed as: its signature is the hash that it is over. */
function lastOf(entries: readonly Entry[], listId = LIST) {
  const hash = entries.reduce<string | null>(
    (previousHash, [sequence, statusIndex, at]) =>
      statusChangeHash({ listId, sequence, statusIndex, at, previousHash }),
    null,
  )
  return { serviceKeyId: 'key', signature: hash ?? '' }
}

const check = (entries: readonly Entry[], last: ReturnType<typeof lastOf> | null = lastOf(ENTRIES), listId = LIST) =>
  checkStatusHistory({ listId, entries, last }, ({ serviceKeyId, signature }, bytes, hash) => {
    if (serviceKeyId !== 'key') return 'undetermined'
    return signature === hash && hash === sha256Hex(bytes) ? 'passed' : 'failed'
  })

describe('an entry of a status list', () => {
  it('is signed as its canonical JSON, under a label of its own', () => {
    const change = { listId: LIST, sequence: 2, statusIndex: 3, at: 2000, previousHash: 'ab' }
    const bytes = canonicalJson({
      ...{ kind: 'certificate-verification/status-change/v1', list_id: LIST, sequence: 2, status_index: 3, at: 2000 },
      previous_hash: 'ab',
    })
    expect(statusChangeBytes(change)).toBe(bytes)
    expect(statusChangeHash(change)).toBe(sha256Hex(bytes))
  })
})

describe('the history of a status list', () => {
  it('is whole where its last signature speaks for all of it, or where it has no entry', () => {
    expect(check(ENTRIES)).toBe('passed')
    expect(check(ENTRIES.slice(0, 1), lastOf(ENTRIES.slice(0, 1)))).toBe('passed')
    expect(check([], null)).toBe('passed')
  })

  it.each<[string, Entry[]]>([
    ['none', []],
    ['the last one gone', ENTRIES.slice(0, 2)],
    ['the first one gone', ENTRIES.slice(1)],
    [
      'one gone and the others in its place',
      [
        [1, 3, 2000],
        [2, 131_071, 3000],
      ],
    ],
    ['one gone from the middle', ENTRIES.toSpliced(1, 1)],
    ['two exchanged', ENTRIES.toSpliced(0, 2, [1, 3, 2000], [2, 70, 1000])],
    ['another index', ENTRIES.with(0, [1, 71, 1000])],
    ['another time', ENTRIES.with(1, [2, 3, 2001])],
    ['one more', [...ENTRIES, [4, 5, 4000]]],
    ['one twice', ENTRIES.toSpliced(1, 0, ENTRIES[1] as Entry)],
  ])('fails with %s', (_, entries) => {
    expect(check(entries)).toBe('failed')
  })

  it('fails without a signature, with that of another, and as another list', () => {
    expect(check(ENTRIES, null)).toBe('failed')
    expect(check(ENTRIES, lastOf(ENTRIES.slice(0, 2)))).toBe('failed')
    expect(check(ENTRIES, lastOf(ENTRIES), 'another')).toBe('failed')
    const startsLater: Entry[] = [[2, 70, 1000]]
    expect(check(startsLater, lastOf(startsLater))).toBe('failed')
  })

  it('cannot be told without the key, unless it fails already', () => {
    const byNobody = { serviceKeyId: 'gone', signature: '' }
    expect(check(ENTRIES, byNobody)).toBe('undetermined')
    expect(check(ENTRIES.slice(1), byNobody)).toBe('failed')
  })
})
