import { describe, expect, it } from 'vitest'
import { encodeBase64url } from '@/lib/crypto/encoding/base64url'
import { formatVkey } from '@/lib/crypto/tlog/note-key'
import { leafHash } from '@/lib/crypto/tlog/tree-hash'
import { parsePolicy } from '@/lib/crypto/tlog/trust-policy'
import { type LogLeaf, parseLogLeaf } from '@/lib/domain/log/log-leaf'
import { type PublicLeaf, publicLeafBytes } from '@/lib/domain/log/public-leaf'
import { ExampleLog, ISSUER, issuerLeaf, NOW, ORIGIN, sealedLeaf } from '@/test/tlog/example-log'
import { newNoteKey } from '@/test/tlog/note-keys'
import { LeafWatch, type WatchedIssuer } from './leaf-watch'

const OTHER = ISSUER.replace(/1$/, '2')
const HOUR = 3600
const log = new ExampleLog()
/** Of two keys of the log, as while they change. */
const policy = parsePolicy(Buffer.from(`log ${formatVkey(newNoteKey(ORIGIN, 'log').key)}\n${log.policy}`))
const leaf = (kind: PublicLeaf['kind'], fields: object) => publicLeafBytes({ kind, fields } as PublicLeaf)
const notice = (name: string, at = NOW) => leaf('log-notice/v1', { at: at * 1000, from: null, notice: name, to: null })
const list = (at: number) => leaf('log-list/v1', { at, bits_sha256: 'ab'.repeat(32), list_id: OTHER })
const keyLeaf = (x: string, owner = 'log', state = 'active') =>
  leaf('log-key/v1', {
    algorithm: 'EdDSA',
    at: NOW * 1000,
    key_id: 'k',
    owner,
    public_jwk: { crv: 'Ed25519', kty: 'OKP', x },
    state,
  })
const strange = encodeBase64url(newNoteKey('x', 'log').key.publicBytes)

interface Options {
  oldSize?: number
  oldTime?: number | null
  issuer?: WatchedIssuer | null
}

function watch(leaves: readonly Buffer[], { oldSize = 0, oldTime = null, issuer = null }: Options = {}): LeafWatch {
  const found = new LeafWatch({ policy, oldSize, oldTime, issuer })
  for (const [index, bytes] of leaves.entries()) found.take(index, parseLogLeaf(bytes) as LogLeaf, bytes)
  return found
}

const alarmsOf = (...args: Parameters<typeof watch>) =>
  watch(...args).alarms.map(({ code, where }) => `${code} ${where}`)

describe('a leaf that says when', () => {
  it.each<[string, Buffer[], Options, string[]]>([
    ['an hour before', [notice('intake-end'), sealedLeaf(1, { at: NOW - HOUR })], { oldTime: NOW }, []],
    ['more', [notice('intake-end'), sealedLeaf(1, { at: NOW - HOUR - 1 })], { oldTime: NOW }, ['backdated leaf 1']],
    ['an hour before, in public', [notice('intake-end'), list((NOW - HOUR) * 1000)], { oldTime: NOW }, []],
    ['more, in public', [notice('intake-end'), list((NOW - HOUR) * 1000 - 1)], { oldTime: NOW }, ['backdated leaf 1']],
    ['more, before the intake ended', [notice('lost'), list(0), notice('intake-end', 0)], { oldTime: NOW }, []],
    ['more, where nobody knows since when', [notice('intake-end'), list(0)], {}, []],
    ['more, seen before', [notice('intake-end'), list(0)], { oldTime: NOW, oldSize: 2 }, []],
  ])('%s', (_, leaves, options, alarms) => {
    expect(alarmsOf(leaves, options)).toEqual(alarms)
  })

  it('of a kind that nobody knows says nothing', () => {
    const later = Buffer.from('{"at":0,"kind":"certificate-verification/log-later/v9"}')
    expect(alarmsOf([notice('intake-end'), later], { oldTime: NOW })).toEqual([])
  })
})

describe('a leaf of a key', () => {
  it.each<[string, Buffer, Options, string[]]>([
    ['that the policy knows', keyLeaf(encodeBase64url(log.key.key.publicBytes)), {}, []],
    ['that it does not know', keyLeaf(strange), {}, ['unknown_key leaf 0']],
    ['that is none', keyLeaf('='), {}, ['unknown_key leaf 0']],
    ['that it does not know, seen before', keyLeaf(strange), { oldSize: 1 }, []],
    ['that is of somebody else', keyLeaf(strange, 'witness'), {}, []],
    ['that has ended', keyLeaf(strange, 'log', 'retired'), {}, []],
  ])('%s', (_, bytes, options, alarms) => {
    expect(alarmsOf([bytes], options)).toEqual(alarms)
  })
})

describe('a leaf of an issuer', () => {
  const hidden = leaf('log-issuer/v1', {
    ...{ at: NOW * 1000, did: 'did:web:x', domain: null, id: OTHER, name: { salted_sha256: 'ab'.repeat(32) } },
  })

  it.each<[string, Buffer[], Options, string[]]>([
    [
      'like another by its name',
      [issuerLeaf(), issuerLeaf(OTHER, 'N0rthshore Maritime College', 'x.example')],
      {},
      ['look_alike leaf 1'],
    ],
    [
      'like another by its domain',
      [issuerLeaf(), issuerLeaf(OTHER, 'Another', 'northsh0re.example')],
      {},
      ['look_alike leaf 1'],
    ],
    ['like itself', [issuerLeaf(), issuerLeaf()], {}, []],
    ['like nobody', [issuerLeaf(), issuerLeaf(OTHER, 'Another', 'x.example')], {}, []],
    ['like another, seen before', [issuerLeaf(), issuerLeaf(OTHER)], { oldSize: 2 }, []],
    [
      'whose name is hidden, like another such',
      [hidden, Buffer.from(hidden.toString().replace(OTHER, ISSUER))],
      {},
      [],
    ],
  ])('%s', (_, leaves, options, alarms) => {
    expect(alarmsOf(leaves, options)).toEqual(alarms)
  })

  const did = `did:web:certificates.example:issuers:${ISSUER}`
  const own = [issuerLeaf(), sealedLeaf(1), sealedLeaf(2, { issuerId: OTHER }), sealedLeaf(3, { at: NOW - 5 })]
  const hashOf = (index: number) => leafHash(own[index] as Buffer).toString('hex')

  it('that is watched has its own leaves, and alarms for those that it does not know, whenever they came', () => {
    const seen = watch(own, { issuer: { did, known: null } })
    expect(seen.own).toEqual([
      { index: 1, at: NOW, hash: hashOf(1) },
      { index: 3, at: NOW - 5, hash: hashOf(3) },
    ])
    expect(seen.alarms).toEqual([])
    const known = new Set([hashOf(3)])
    expect(alarmsOf(own, { oldSize: 9, issuer: { did, known } })).toEqual(['not_known leaf 1'])
    expect(watch(own, { issuer: { did: 'did:web:x', known } }).own).toEqual([])
    expect(watch(own).own).toEqual([])
  })
})

it('the status lists of a log are those that it speaks of', () => {
  expect([...watch([list(1), list(2), sealedLeaf(1)]).lists]).toEqual([OTHER])
})
