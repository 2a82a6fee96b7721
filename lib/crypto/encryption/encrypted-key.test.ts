import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { derivedKey } from '@/lib/crypto/seals/derived-key'
import { generateKeyPair } from '@/lib/crypto/signature/public-key'
import { decryptPrivateKey, encryptPrivateKey } from './encrypted-key'

const KEK = randomBytes(32)
const BINDING = { owner: 'issuer-1', keyId: 'key-1' }
const CANNOT = 'the private key cannot be decrypted'

describe.each(['ES256', 'EdDSA'] as const)('an encrypted %s key', (algorithm) => {
  const { privateKey } = generateKeyPair(algorithm)
  const encrypted = encryptPrivateKey(privateKey, KEK, BINDING)

  it('opens to the same key', () => {
    expect(encrypted).toMatch(/^v1\.[\w-]{16}\.[\w-]+$/)
    expect(decryptPrivateKey(encrypted, KEK, BINDING).equals(privateKey)).toBe(true)
  })

  it('never encrypts twice alike', () => {
    expect(encryptPrivateKey(privateKey, KEK, BINDING)).not.toBe(encrypted)
  })

  it('opens for no other owner, key id or key encryption key', () => {
    expect(() => decryptPrivateKey(encrypted, KEK, { ...BINDING, owner: 'issuer-2' })).toThrow(CANNOT)
    expect(() => decryptPrivateKey(encrypted, KEK, { ...BINDING, keyId: 'key-2' })).toThrow(CANNOT)
    expect(() => decryptPrivateKey(encrypted, KEK, { owner: 'issuer-1key', keyId: '-1' })).toThrow(CANNOT)
    expect(() => decryptPrivateKey(encrypted, randomBytes(32), BINDING)).toThrow(CANNOT)
    expect(() => decryptPrivateKey(encrypted, KEK.subarray(1), BINDING)).toThrow(TypeError)
  })

  it('opens with no character changed, added or left out', () => {
    for (let at = 0; at <= encrypted.length; at++) {
      const changed = encrypted.charAt(at) === 'A' ? 'B' : 'A'
      expect(() => decryptPrivateKey(encrypted.slice(0, at) + changed + encrypted.slice(at + 1), KEK, BINDING)).toThrow(
        CANNOT,
      )
    }
    for (const text of [
      '',
      'v1',
      'v1..',
      `${encrypted}.`,
      encrypted.slice(0, -1),
      encrypted.replace('v1', 'v2'),
      encrypted.slice(0, 30),
    ]) {
      expect(() => decryptPrivateKey(text, KEK, BINDING)).toThrow(CANNOT)
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
