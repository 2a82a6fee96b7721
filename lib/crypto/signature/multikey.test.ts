import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBase58btc, encodeBase58btc } from '@/lib/crypto/encoding/base58btc'
import { multikeyOf } from './multikey'
import { generateKeyPair, type PublicJwk } from './public-key'
import { readMultikey } from './verification-key'

function jwkOf(multikey: string): PublicJwk {
  const read = readMultikey(multikey)
  if (typeof read === 'string') throw new Error(read)
  return read.publicKey.export({ format: 'jwk' }) as PublicJwk
}

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
    expect(multikeyOf(jwkOf(multikey))).toBe(multikey)
  })

  it('reads what it writes', () => {
    const { publicJwk } = generateKeyPair('EdDSA')
    expect(multikeyOf(publicJwk)).toMatch(/^z6Mk/)
    expect(jwkOf(multikeyOf(publicJwk))).toEqual(publicJwk)
  })

  it('knows Ed25519 only', () => {
    expect(() => multikeyOf(generateKeyPair('ES256').publicJwk)).toThrow(TypeError)
  })
})
