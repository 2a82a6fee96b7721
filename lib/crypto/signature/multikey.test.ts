import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBase58btc, encodeBase58btc } from '@/lib/crypto/encoding/base58btc'
import { multikeyOf, publicJwkFromMultikey } from './multikey'
import { generateKeyPair } from './public-key'

describe('base58btc', () => {
  it('encodes the vectors of draft-msporny-base58-03', () => {
    expect(encodeBase58btc(Buffer.from('Hello World!'))).toBe('2NEpo7TZRRrLZSi2U')
    expect(encodeBase58btc(Buffer.from('The quick brown fox jumps over the lazy dog.'))).toBe(
      'USm3fpXnKG5EUBx2ndxBDMPVciP5hGey2Jh4NDv6gmeo1LkMeiKrLJUUBk6Z',
    )
    expect(encodeBase58btc(Buffer.from('0000287fb4cd', 'hex'))).toBe('11233QC4')
  })

  it('comes back as it was', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        expect(decodeBase58btc(encodeBase58btc(bytes))).toEqual(Buffer.from(bytes))
      }),
    )
  })

  it.each(['0', 'O', 'I', 'l', 'a b', '1'.repeat(257)])('refuses %j', (text) => {
    expect(decodeBase58btc(text)).toBeNull()
  })
})

describe('multikey', () => {
  it('writes the key of the vc-di-eddsa vectors', () => {
    const multikey = 'z6MkrJVnaZkeFzdQyMZu1cgjg7k1pZZ6pvBQ7XJPt4swbTQ2'
    const jwk = publicJwkFromMultikey(multikey)
    expect(jwk === null ? null : multikeyOf(jwk)).toBe(multikey)
  })

  it('reads what it writes', () => {
    const { publicJwk } = generateKeyPair('EdDSA')
    expect(multikeyOf(publicJwk)).toMatch(/^z6Mk/)
    expect(publicJwkFromMultikey(multikeyOf(publicJwk))).toEqual(publicJwk)
  })

  it('knows Ed25519 only', () => {
    expect(() => multikeyOf(generateKeyPair('ES256').publicJwk)).toThrow(TypeError)
    for (const text of [
      '',
      'z',
      'z6Mk',
      'u7QHXWpgBgrEKt9VL_tPJZAc6DuFy89qmIyWvAhpo9wdRGg',
      'zDnaerx9CtbPJ1q36T5Ln5wYt3MQYeGRG5ehnPAmxcf5mDZpv',
    ]) {
      expect(publicJwkFromMultikey(text)).toBeNull()
    }
  })
})
