import { describe, expect, it } from 'vitest'
import { formatVkey } from '@/lib/crypto/tlog/note-key'
import { beginLeaf, ISSUER, issuerLeaf, ORIGIN, sealedLeaf } from '@/test/tlog/example-log'
import { newNoteKey } from '@/test/tlog/note-keys'
import { LogGrammar } from './log-grammar'

const key = newNoteKey(ORIGIN, 'log')
const begin = beginLeaf(key)
const text = begin.toString()

/** What is wrong with the last of these leaves. */
function faultOf(...leaves: Buffer[]): [string, string] | null {
  const grammar = new LogGrammar(ORIGIN)
  return leaves.map((bytes, index) => grammar.take(index, bytes).fault).at(-1) ?? null
}

describe('the leaves of a log', () => {
  it.each<[string, Buffer[]]>([
    ['its beginning', [begin]],
    ['an issuer, and a certificate of it', [begin, issuerLeaf(), sealedLeaf(1)]],
    ['another one', [begin, issuerLeaf(), sealedLeaf(1), sealedLeaf(2)]],
  ])('follow each other: %s', (_, leaves) => {
    expect(faultOf(...leaves)).toBeNull()
  })

  it.each<[string, Buffer[], string, RegExp]>([
    ['no leaf', [Buffer.from('x')], 'leaf', /neither sealed nor JSON/],
    ['no beginning', [issuerLeaf()], 'leaf', /begins with its first leaf/],
    ['two beginnings', [begin, begin], 'leaf', /and once/],
    ['a certificate of nobody', [begin, sealedLeaf(1)], 'leaf', /not entered before/],
    ['one of another issuer', [begin, issuerLeaf(ISSUER.replace(/1$/, '2')), sealedLeaf(1)], 'leaf', /not entered/],
    ['a tag twice', [begin, issuerLeaf(), sealedLeaf(1), sealedLeaf(1)], 'tag_twice', /same tag/],
    ['another origin', [beginLeaf(key, { origin: 'x/log' })], 'leaf', /another origin/],
    ['the key of another log', [beginLeaf(newNoteKey('x/log', 'log'))], 'leaf', /none of its own/],
    ['the key of a witness', [beginLeaf(newNoteKey(ORIGIN, 'witness'))], 'leaf', /none of its own/],
    ['no key', [Buffer.from(text.replace(formatVkey(key.key), 'x'))], 'leaf', /none of its own/],
    [
      'no VRF key',
      [Buffer.from(text.replace(/"vrf_key":"[^"]*"/, `"vrf_key":"${'A'.repeat(43)}"`))],
      'leaf',
      /VRF key/,
    ],
  ])('are at fault: %s', (_, leaves, code, sentence) => {
    expect(faultOf(...leaves)).toEqual([code, expect.stringMatching(sentence)])
  })

  it('are counted by their kinds', () => {
    const grammar = new LogGrammar(ORIGIN)
    const read = [begin, issuerLeaf(), sealedLeaf(1), sealedLeaf(2), Buffer.from('x')].map(
      (bytes, index) => grammar.take(index, bytes).leaf?.kind,
    )
    expect(read).toEqual(['log-begin/v1', 'log-issuer/v1', 'sealed', 'sealed', undefined])
    expect(grammar.counts).toEqual({ 'log-begin/v1': 1, 'log-issuer/v1': 1, sealed: 2 })
  })
})
