import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { exampleBadge, onePixelPng } from '@/test/badges/badge-fixture'
import { readBadge } from './read-badge'

const json = (changes: object) => Buffer.from(JSON.stringify({ ...exampleBadge(), ...changes }))
const svg = (content: string) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`)
const chunk = (type: string) => {
  const bytes = Buffer.alloc(12)
  bytes.write(type, 4, 'latin1')
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8)), 8)
  return bytes
}
const many = <T>(length: number, one: (at: number) => T) => Array.from({ length }, (_, at) => one(at))
const png = onePixelPng()

/** Each of them held up every other request while schemas and signatures were gone through. */
describe('a badge that is more work than any badge', () => {
  it.each<[string, Uint8Array, string]>([
    [
      '2,515 signatures',
      json({ proof: many(2515, () => ({ type: 'DataIntegrityProof', proofValue: 'z1' })) }),
      'too_many_proofs',
    ],
    ['17 signatures', json({ proof: many(17, () => ({})) }), 'too_many_proofs'],
    ['80,000 empty signatures', json({ proof: many(80_000, () => ({})) }), 'too_many_proofs'],
    ['100,000 numbers', json({ x: many(100_000, () => 0) }), 'jsonld_unsafe'],
    ['20,000 members', json({ x: Object.fromEntries(many(20_000, (at) => [`k${at}`, 0])) }), 'jsonld_unsafe'],
    ['80,000 contexts', json({ '@context': many(80_000, () => ({})) }), 'jsonld_unsafe'],
    ['60,000 types', json({ type: many(60_000, () => 'x') }), 'jsonld_unsafe'],
    [
      '2,000 results',
      json({ credentialSubject: { result: many(2000, () => ({ type: ['Result'] })) } }),
      'jsonld_unsafe',
    ],
    [
      '87,000 chunks',
      Buffer.concat([png.subarray(0, 33), ...many(87_000, () => chunk('tEXt')), png.subarray(33)]),
      'png_chunk_length',
    ],
    ['90,000 attributes', svg(`<a ${many(90_000, (at) => `a${at}="1"`).join(' ')}/>`), 'no_credential'],
    [
      '900 attributes on each of 100 elements',
      svg(`<a ${many(900, (at) => `a${at}=""`).join(' ')}/>`.repeat(100)),
      'no_credential',
    ],
    ['200,000 references', svg('&amp;'.repeat(200_000)), 'no_credential'],
    ['200,000 references to characters', svg('&#38;'.repeat(200_000)), 'no_credential'],
  ])('is refused before it is done: %s', (_, bytes, code) => {
    const { badge, checks } = readBadge(bytes)
    expect(badge).toBeNull()
    expect(checks.flatMap(({ errors }) => errors.map((error) => error.code))).toEqual([code])
  })

  it('is not one with sixteen signatures', () => {
    expect(readBadge(json({ proof: many(16, () => ({})) })).badge).not.toBeNull()
  })
})
