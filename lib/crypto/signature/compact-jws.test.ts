import fc from 'fast-check'
import { compactVerify, CompactSign } from 'jose'
import { describe, expect, it } from 'vitest'
import { encodeBase64url } from '@/lib/crypto/encoding/base64url'
import { parseCompactJws, signCompactJws, verifyCompactJws } from './compact-jws'
import { generateKeyPair, publicKeyFrom, type SignatureAlgorithm } from './public-key'
import { localSigner } from './signer'

const ALGORITHMS = ['ES256', 'EdDSA'] as const
const PAYLOAD = '{"name":"Zoë 張"}'

function keyOf(algorithm: SignatureAlgorithm) {
  const { publicJwk, privateKey } = generateKeyPair(algorithm)
  return { algorithm, publicKey: publicKeyFrom(publicJwk), privateKey, signer: localSigner('key-1', privateKey) }
}

const KEYS = { ES256: keyOf('ES256'), EdDSA: keyOf('EdDSA') }
const EXPECTED = { typ: 'vc+jwt' }

/** Signs a header exactly as given, also one that signCompactJws would refuse to write. */
async function signedWith(headerText: string, payload = PAYLOAD): Promise<string> {
  const input = `${encodeBase64url(headerText)}.${encodeBase64url(payload)}`
  return `${input}.${encodeBase64url(await KEYS.ES256.signer.sign(Buffer.from(input)))}`
}

describe.each(ALGORITHMS)('a compact JWS with %s', (algorithm) => {
  const key = KEYS[algorithm]

  it('verifies, and gives back header and payload', async () => {
    const text = await signCompactJws({ typ: 'vc+jwt', kid: 'key-1' }, PAYLOAD, key.signer)
    const verified = verifyCompactJws(text, key, EXPECTED)
    expect(verified?.header).toEqual({ typ: 'vc+jwt', kid: 'key-1', alg: algorithm })
    expect(verified?.payload.toString()).toBe(PAYLOAD)
  })

  it('is read by another implementation', async () => {
    const text = await signCompactJws({ typ: 'vc+jwt' }, Buffer.from(PAYLOAD), key.signer)
    const { payload } = await compactVerify(text, key.publicKey)
    expect(Buffer.from(payload).toString()).toBe(PAYLOAD)
  })

  it('reads what another implementation wrote', async () => {
    const text = await new CompactSign(Buffer.from(PAYLOAD))
      .setProtectedHeader({ alg: algorithm, typ: 'vc+jwt' })
      .sign(key.privateKey)
    expect(verifyCompactJws(text, key, EXPECTED)?.payload.toString()).toBe(PAYLOAD)
  })

  it('fails with any one character changed, added or left out', async () => {
    const text = await signCompactJws({ typ: 'vc+jwt' }, '{"a":1}', key.signer)
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    for (let at = 0; at <= text.length; at++) {
      const other = alphabet.charAt((alphabet.indexOf(text.charAt(at)) + 1) % 64)
      for (const character of [other, '', '.', '=', '+', ' ', '\n', `${text.charAt(at)}A`, `A${text.charAt(at)}`]) {
        if (character === text.charAt(at)) continue
        const changed = text.slice(0, at) + character + text.slice(at + 1)
        expect(verifyCompactJws(changed, key, EXPECTED)).toBeNull()
      }
    }
  })

  it('fails in every other spelling of its last characters', async () => {
    const text = await signCompactJws({ typ: 'vc+jwt' }, '{"a":12}', key.signer)
    for (const part of text.split('.')) {
      const bytes = Buffer.from(part, 'base64url')
      for (const last of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_') {
        const respelled = part.slice(0, -1) + last
        if (respelled === part || !Buffer.from(respelled, 'base64url').equals(bytes)) continue
        expect(verifyCompactJws(text.replace(part, respelled), key, EXPECTED)).toBeNull()
      }
    }
    expect(verifyCompactJws(text.replaceAll('-', '+').replaceAll('_', '/') + '==', key, EXPECTED)).toBeNull()
  })
})

describe('verifyCompactJws', () => {
  it('wants the exact typ', async () => {
    for (const typ of ['vp+jwt', 'VC+JWT', 'application/vc+jwt', '', 1, null, undefined]) {
      expect(
        verifyCompactJws(await signCompactJws({ typ }, PAYLOAD, KEYS.ES256.signer), KEYS.ES256, EXPECTED),
      ).toBeNull()
    }
  })

  it('wants the algorithm of the key, whatever the header says', async () => {
    for (const alg of ['none', 'HS256', 'EdDSA', 'es256']) {
      const text = await signedWith(JSON.stringify({ alg, typ: 'vc+jwt' }))
      expect(parseCompactJws(text)).not.toBeNull()
      expect(verifyCompactJws(text, KEYS.ES256, EXPECTED)).toBeNull()
      expect(verifyCompactJws(text, { ...KEYS.ES256, algorithm: 'EdDSA' }, EXPECTED)).toBeNull()
    }
  })

  it.each([
    '{"alg":"ES256","typ":"vc+jwt","crit":[]}',
    '{"alg":"ES256","typ":"vc+jwt","crit":["b64"],"b64":true}',
    '{"alg":"ES256","typ":"vc+jwt","b64":true}',
    '{"alg":"ES256","typ":"vc+jwt","b64":false}',
    '{"alg":"none","alg":"ES256","typ":"vc+jwt"}',
    '{"alg":"ES256","typ":"vc+jwt","typ":"vc+jwt"}',
    String.raw`{"alg":"ES256","typ":"vc+jwt","t\u0079p":"vc+jwt"}`,
    '["ES256"]',
    'null',
    '"ES256"',
    '\ufeff{"alg":"ES256","typ":"vc+jwt"}',
    '',
  ])('refuses the header %s', async (header) => {
    expect(verifyCompactJws(await signedWith(header), KEYS.ES256, EXPECTED)).toBeNull()
  })

  it('refuses an empty signature, which can be read', async () => {
    for (const alg of ['none', 'ES256']) {
      const text = `${encodeBase64url(JSON.stringify({ alg, typ: 'vc+jwt' }))}.e30.`
      expect(parseCompactJws(text)?.signature.length).toBe(0)
      expect(verifyCompactJws(text, KEYS.ES256, EXPECTED)).toBeNull()
    }
  })

  it.each([
    ...['', 'e30', 'e30.e30', 'e30.e30..', 'e30.e30.e30.e30', '.e30.', 'e30.e3=.', 'e30.e30.e', 'e3.e30.', '..'],
    ...['[]', '"x"', 'null', '{"b64":false}'].map((header) => `${encodeBase64url(header)}.e30.`),
  ])('reads no %j', (text) => {
    expect(parseCompactJws(text)).toBeNull()
  })

  it('reads a payload of nothing, and one that says that it is encoded', () => {
    expect(parseCompactJws('e30..')).toMatchObject({ header: {}, payload: Buffer.alloc(0) })
    expect(parseCompactJws(`${encodeBase64url('{"b64":true}')}.e30.`)).toMatchObject({ header: { b64: true } })
  })

  it('refuses a header that is not UTF-8', async () => {
    const header = Buffer.concat([
      Buffer.from('{"alg":"ES256","typ":"vc+jwt","x":"'),
      Buffer.from([0xff]),
      Buffer.from('"}'),
    ])
    const input = `${encodeBase64url(header)}.e30`
    const text = `${input}.${encodeBase64url(await KEYS.ES256.signer.sign(Buffer.from(input)))}`
    expect(parseCompactJws(text)).toBeNull()
  })

  it('refuses a DER signature and the signature of another key', async () => {
    const { sign } = await import('node:crypto')
    const input = `${encodeBase64url('{"alg":"ES256","typ":"vc+jwt"}')}.e30`
    const der = sign('sha256', Buffer.from(input), KEYS.ES256.privateKey)
    expect(verifyCompactJws(`${input}.${encodeBase64url(der)}`, KEYS.ES256, EXPECTED)).toBeNull()
    const other = await signCompactJws({ typ: 'vc+jwt' }, PAYLOAD, keyOf('ES256').signer)
    expect(verifyCompactJws(other, KEYS.ES256, EXPECTED)).toBeNull()
  })

  it('never throws', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.string().map((text) => encodeBase64url(text)),
      fc.constantFrom('.', 'e30'),
    )
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        expect(verifyCompactJws(pieces.join('.'), KEYS.ES256, EXPECTED)).toBeNull()
      }),
    )
  })
})

describe('signCompactJws', () => {
  it.each([{ alg: 'none' }, { alg: 'EdDSA' }, { crit: ['b64'] }, { b64: false }])(
    'refuses to write %j',
    async (header) => {
      await expect(signCompactJws(header, PAYLOAD, KEYS.ES256.signer)).rejects.toThrow(TypeError)
    },
  )
})
