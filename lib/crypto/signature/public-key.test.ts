import { calculateJwkThumbprint } from 'jose'
import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { encodeBase64url } from '@/lib/crypto/encoding/base64url'
import {
  algorithmOf,
  generateKeyPair,
  jwkThumbprint,
  parsePublicJwk,
  publicJwkOf,
  publicKeyFrom,
  verifySignature,
  type PublicJwk,
} from './public-key'
import { localSigner } from './signer'

/** RFC 8037 appendix A. */
const ED25519: PublicJwk = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }
/** RFC 7515 appendix A.3. */
const P256: PublicJwk = {
  kty: 'EC',
  crv: 'P-256',
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
}

describe('public keys', () => {
  it('computes the thumbprint of RFC 8037 appendix A.3', () => {
    expect(jwkThumbprint(ED25519)).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k')
  })

  it('agrees with another implementation on the thumbprint of a P-256 key', async () => {
    expect(jwkThumbprint(P256)).toBe(await calculateJwkThumbprint(P256))
  })

  it('leaves other public members out of the thumbprint', () => {
    expect(jwkThumbprint({ ...P256, kid: 'k', alg: 'ES256' } as PublicJwk)).toBe(jwkThumbprint(P256))
  })

  it('checks the signature of RFC 7515 appendix A.3', () => {
    const signature = Buffer.from(
      'DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q',
      'base64url',
    )
    const signingInput =
      'eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ'
    expect(verifySignature(publicKeyFrom(P256), 'ES256', Buffer.from(signingInput), signature)).toBe(true)
    expect(verifySignature(publicKeyFrom(P256), 'ES256', Buffer.from(`${signingInput}.`), signature)).toBe(false)
  })

  it.each(['ES256', 'EdDSA'] as const)('signs and checks with a new %s key', async (algorithm) => {
    const { publicJwk, privateKey } = generateKeyPair(algorithm)
    const signer = localSigner('key-1', privateKey)
    const signature = await signer.sign(Buffer.from('hello'))
    const publicKey = publicKeyFrom(publicJwk)
    expect([signer.keyId, signer.algorithm, algorithmOf(publicJwk)]).toEqual(['key-1', algorithm, algorithm])
    expect([publicJwkOf(privateKey), publicJwkOf(publicKey)]).toEqual([publicJwk, publicJwk])
    expect(signature).toHaveLength(64)
    expect(verifySignature(publicKey, algorithm, Buffer.from('hello'), signature)).toBe(true)
    expect(verifySignature(publicKey, algorithm, Buffer.from('hellO'), signature)).toBe(false)
    expect(verifySignature(publicKey, algorithm === 'ES256' ? 'EdDSA' : 'ES256', Buffer.from('hello'), signature)).toBe(
      false,
    )
    expect(verifySignature(privateKey, algorithm, Buffer.from('hello'), signature)).toBe(false)
    expect(verifySignature(publicKey, algorithm, Buffer.from('hello'), signature.subarray(1))).toBe(false)
  })

  it.each([
    ...['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'].map((member): [string, unknown] => [
      `a private member: ${member}`,
      { ...ED25519, [member]: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A' },
    ]),
    ['another curve', { ...P256, crv: 'P-384' }],
    ['a mixed kind', { ...ED25519, kty: 'EC' }],
    ['a curve of another kind', { ...P256, kty: 'OKP' }],
    ['a key that agrees and does not sign', { ...ED25519, crv: 'X25519' }],
    ['a key of no kind', { x: ED25519.x }],
    ['no y', { ...P256, y: undefined }],
    ['padding', { ...ED25519, x: `${ED25519.x}=` }],
    ['a short coordinate', { ...P256, x: 'AAAA' }],
    ['a point off the curve', { ...P256, y: encodeBase64url(Buffer.alloc(32, 1)) }],
    ['a symmetric key', { kty: 'oct', k: 'AAAA' }],
    ['text', 'key'],
    ['nothing', null],
  ])('refuses %s', (name, jwk) => {
    expect(() => publicKeyFrom(jwk)).toThrow(TypeError)
    if (name !== 'a point off the curve') expect(() => parsePublicJwk(jwk)).toThrow(TypeError)
  })

  it('signs with no other kind of key', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'secp256k1' })
    expect(() => localSigner('k', privateKey)).toThrow(TypeError)
    expect(() => localSigner('k', createPublicKey(privateKey))).toThrow(TypeError)
  })
})
