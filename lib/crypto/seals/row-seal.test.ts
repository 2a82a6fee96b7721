import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { deskPublicKey, HandedKeys, keyFor, rootPublicKey } from './key-source'
import { type SealedFacts, sealRow, verifyRowSeal } from './row-seal'

const KEY = randomBytes(32)
const facts: SealedFacts = {
  table: 'desk_members',
  sealer: 'desk',
  values: {
    userId: 'a',
    issuerId: 'b',
    role: 'reader',
    createdAt: new Date(0),
    changedAt: null,
    key: Buffer.from([1]),
  },
}
const seal = sealRow(KEY, facts)

describe('a seal', () => {
  it('holds for its own row alone', () => {
    expect(verifyRowSeal(KEY, structuredClone(facts), seal)).toBe(true)
    expect(verifyRowSeal(randomBytes(32), facts, seal)).toBe(false)
    expect(verifyRowSeal(KEY, { ...facts, table: 'desk_users' }, seal)).toBe(false)
    for (const sealer of ['operator', 'desk-shown', 'anyone'] as const)
      expect(verifyRowSeal(KEY, { ...facts, sealer }, seal)).toBe(false)
    for (const name of Object.keys(facts.values))
      for (const value of ['x', '', null, 0, false, new Date(1)])
        if (value !== facts.values[name])
          expect([name, value, verifyRowSeal(KEY, changed(name, value), seal)]).toEqual([name, value, false])
  })

  it('does not run values together', () => {
    expect(verifyRowSeal(KEY, changed('userId', 'a","issuerId":"b'), seal)).toBe(false)
    const moved = { ...facts, values: { ...facts.values, userId: 'ab', issuerId: '' } }
    expect(verifyRowSeal(KEY, moved, seal)).toBe(false)
    const { changedAt: _left, ...fewer } = facts.values
    expect(verifyRowSeal(KEY, { ...facts, values: fewer }, seal)).toBe(false)
  })

  it('is another each time', () => {
    expect(sealRow(KEY, facts)).not.toBe(seal)
  })

  it.each([
    ...[null, '', '.', 'AAAA', `${seal}.`, `.${seal}`, seal.slice(1), `${seal}A`, seal.replace('.', '')],
    seal.split('.').reverse().join('.'),
  ])('is not %j', (other) => {
    expect(verifyRowSeal(KEY, facts, other)).toBe(false)
  })
})

describe('a seal of the operator', () => {
  const slug: SealedFacts = { table: 'issuer_slugs', sealer: 'operator', values: { slug: 'a', current: true } }
  const made = sealRow(KEY, slug)
  const handed = new HandedKeys(new Map(), rootPublicKey(KEY), deskPublicKey(KEY), 'name')

  it('is checked by everyone, and made by who has the key', () => {
    expect(verifyRowSeal(handed, slug, made)).toBe(true)
    expect(verifyRowSeal(handed, { ...slug, values: { slug: 'b', current: true } }, made)).toBe(false)
    expect(() => sealRow(handed, slug)).toThrow('Only the signer holds the key')
  })
})

describe('a seal of the desk over what everyone shows', () => {
  const words: SealedFacts = {
    table: 'issuer_own_words',
    sealer: 'desk-shown',
    values: { issuerId: 'a', contact: 'b' },
  }
  const of = (keys: Map<string, Buffer>) => new HandedKeys(keys, rootPublicKey(KEY), deskPublicKey(KEY), 'name')
  const label = 'certificate-verification/desk-signing-key/v1'

  it('is checked by everyone, and made by the desk', () => {
    const made = sealRow(of(new Map([[label, keyFor(KEY, label)]])), words)
    for (const source of [KEY, of(new Map())]) {
      expect(verifyRowSeal(source, words, made)).toBe(true)
      expect(verifyRowSeal(source, { ...words, values: { issuerId: 'a', contact: 'c' } }, made)).toBe(false)
      expect(verifyRowSeal(source, words, made.slice(0, -2))).toBe(false)
    }
    expect(() => sealRow(of(new Map()), words)).toThrow('Only the signer holds the key')
  })
})

function changed(name: string, value: SealedFacts['values'][string]): SealedFacts {
  return { ...facts, values: { ...facts.values, [name]: value } }
}
