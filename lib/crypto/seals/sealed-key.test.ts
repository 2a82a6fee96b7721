import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { derivedKey } from './derived-key'
import { generateKeyPair } from '@/lib/crypto/signature/public-key'
import { openPrivateKey, sealPrivateKey } from './sealed-key'

const KEK = randomBytes(32)
const BINDING = { owner: 'issuer-1', keyId: 'key-1' }
const CANNOT = 'the sealed private key cannot be opened'

describe.each(['ES256', 'EdDSA'] as const)('a sealed %s key', (algorithm) => {
  const { privateKey } = generateKeyPair(algorithm)
  const sealed = sealPrivateKey(privateKey, KEK, BINDING)

  it('opens to the same key', () => {
    expect(sealed).toMatch(/^v1\.[\w-]{16}\.[\w-]+$/)
    expect(openPrivateKey(sealed, KEK, BINDING).equals(privateKey)).toBe(true)
  })

  it('never seals twice alike', () => {
    expect(sealPrivateKey(privateKey, KEK, BINDING)).not.toBe(sealed)
  })

  it('opens for no other owner, key id or key encryption key', () => {
    expect(() => openPrivateKey(sealed, KEK, { ...BINDING, owner: 'issuer-2' })).toThrow(CANNOT)
    expect(() => openPrivateKey(sealed, KEK, { ...BINDING, keyId: 'key-2' })).toThrow(CANNOT)
    expect(() => openPrivateKey(sealed, KEK, { owner: 'issuer-1key', keyId: '-1' })).toThrow(CANNOT)
    expect(() => openPrivateKey(sealed, randomBytes(32), BINDING)).toThrow(CANNOT)
    expect(() => openPrivateKey(sealed, KEK.subarray(1), BINDING)).toThrow(TypeError)
  })

  it('opens with no character changed, added or left out', () => {
    for (let at = 0; at <= sealed.length; at++) {
      const changed = sealed.charAt(at) === 'A' ? 'B' : 'A'
      expect(() => openPrivateKey(sealed.slice(0, at) + changed + sealed.slice(at + 1), KEK, BINDING)).toThrow(CANNOT)
    }
    for (const text of [
      '',
      'v1',
      'v1..',
      `${sealed}.`,
      sealed.slice(0, -1),
      sealed.replace('v1', 'v2'),
      sealed.slice(0, 30),
    ]) {
      expect(() => openPrivateKey(text, KEK, BINDING)).toThrow(CANNOT)
    }
  })
})

describe('derivedKey', () => {
  it('gives unrelated keys for different labels', () => {
    expect(derivedKey(KEK, 'a')).toEqual(derivedKey(KEK, 'a'))
    expect(derivedKey(KEK, 'a')).not.toEqual(derivedKey(KEK, 'b'))
    expect(derivedKey(KEK, 'a')).not.toEqual(KEK)
  })
})
