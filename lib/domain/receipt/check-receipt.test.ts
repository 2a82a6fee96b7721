import canonicalize from 'canonicalize'
import fc from 'fast-check'
import { compactVerify, createLocalJWKSet, generateKeyPair as joseKeyPair, SignJWT } from 'jose'
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ReceiptAnswer, ReceiptClaims } from '@/lib/contract/check/receipt'
import { exampleReceiptAnswer } from '@/lib/contract/check/receipt-examples'
import { signCompactJws } from '@/lib/crypto/signature/compact-jws'
import { generateKeyPair, jwkThumbprint } from '@/lib/crypto/signature/public-key'
import { localSigner } from '@/lib/crypto/signature/signer'
import { jwkSet } from '@/lib/domain/issuer/did-document'
import { checkReceipt, checkReceiptAnswer, ReceiptError } from './check-receipt'
import { certificateSha256, RECEIPT_TYPE, signReceipt } from './receipt'

function keyPair() {
  const { publicJwk, privateKey } = generateKeyPair('ES256')
  return { publicJwk, signer: localSigner(jwkThumbprint(publicJwk), privateKey) }
}

const own = keyPair()
const other = keyPair()
const jwks = jwkSet([
  { keyId: other.signer.keyId, publicJwk: other.publicJwk },
  { keyId: own.signer.keyId, publicJwk: own.publicJwk },
])
const example = exampleReceiptAnswer('https://certificates.example')
const claims: ReceiptClaims = { ...example.receipt, certificate_sha256: certificateSha256(example.certificate) }
const receiptJwt = await signReceipt(claims, own.signer)
const answer: ReceiptAnswer = {
  ...example,
  receipt: claims,
  receipt_jwt: receiptJwt,
  verification_key: {
    ...example.verification_key,
    ...own.publicJwk,
    kid: own.signer.keyId,
  } as ReceiptAnswer['verification_key'],
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const fails = (text: string): void => {
  expect(() => checkReceipt(text, jwks)).toThrow(ReceiptError)
}

describe('checkReceipt', () => {
  it('reads what was signed, by the key whose thumbprint the header names', () => {
    expect(checkReceipt(receiptJwt, jwks)).toEqual({
      kind: 'verification_receipt',
      claims,
      signed: claims,
      keyThumbprint: own.signer.keyId,
    })
  })

  it('fails with every character changed to every other one that base64url has', () => {
    for (let at = 0; at < receiptJwt.length; at += 1) {
      // All 64 in the header and the last character's unused bits; one other bit elsewhere.
      const spelled = receiptJwt.charAt(at)
      const everywhere = at < 12 || at > receiptJwt.length - 4
      const next = ALPHABET.charAt((ALPHABET.indexOf(spelled) + 1) % 64)
      for (const character of everywhere ? `${ALPHABET}.=+/` : next) {
        if (character !== spelled) fails(receiptJwt.slice(0, at) + character + receiptJwt.slice(at + 1))
      }
    }
  })

  it('fails with anything put in, taken out or exchanged', () => {
    const place = fc.nat(receiptJwt.length)
    const text = fc.oneof(
      fc.string({ minLength: 1, maxLength: 3 }),
      fc.constantFrom('=', '==', '\n', ' ', '.', '\0', 'A'),
    )
    fc.assert(
      fc.property(place, text, (at, added) => fails(receiptJwt.slice(0, at) + added + receiptJwt.slice(at))),
      { numRuns: 500 },
    )
    fc.assert(
      fc.property(fc.nat(receiptJwt.length - 1), (at) => fails(receiptJwt.slice(0, at) + receiptJwt.slice(at + 1))),
      { numRuns: 300 },
    )
  })

  it('fails in other spellings of the same bytes', () => {
    const [header = '', payload = '', signature = ''] = receiptJwt.split('.')
    const standard = (part: string) => Buffer.from(part, 'base64url').toString('base64')
    fails([header, payload, standard(signature)].join('.'))
    fails([standard(header), payload, signature].join('.'))
    fails(`${receiptJwt}=`)
    fails(`${receiptJwt}==`)
    fails(`${receiptJwt}\n`)
    fails(` ${receiptJwt}`)
    // 64 bytes leave four bits of the last character unused.
    const last = ALPHABET.indexOf(signature.slice(-1))
    for (let bits = 1; bits < 16; bits += 1) fails(receiptJwt.slice(0, -1) + ALPHABET.charAt(last ^ bits))
  })

  it('fails without its key, and believes no `kid` member of a set', () => {
    const onlyOther = jwkSet([{ keyId: own.signer.keyId, publicJwk: other.publicJwk }])
    expect(() => checkReceipt(receiptJwt, onlyOther)).toThrow('No key of the key set signed it.')
    for (const broken of [null, [], {}, { keys: {} }, { keys: [] }, { keys: [null, 1, {}] }, 'keys']) {
      expect(() => checkReceipt(receiptJwt, broken)).toThrow(ReceiptError)
    }
  })

  it('refuses what the service signs for other ends, other claims, and a key of the receipt’s own', async () => {
    const header = { typ: RECEIPT_TYPE, kid: own.signer.keyId }
    const sign = (changed: object, payload: string) => signCompactJws({ ...header, ...changed }, payload, own.signer)
    fails(await sign({ typ: 'artifact-statement+jwt' }, JSON.stringify(claims)))
    fails(await sign({ typ: 'VERIFICATION-RECEIPT+JWT' }, JSON.stringify(claims)))
    fails(await sign({}, '{}'))
    fails(await sign({}, 'no JSON'))
    fails(await sign({}, JSON.stringify(claims).replace('{', '{"serial":"another",')))
    fails(await sign({}, JSON.stringify({ ...claims, overall_status: 'fine' })))
    const forger = keyPair()
    fails(await signCompactJws({ ...header, jwk: forger.publicJwk }, JSON.stringify(claims), forger.signer))
    const { privateKey } = await joseKeyPair('ES256')
    fails(await new SignJWT({ ...claims }).setProtectedHeader({ alg: 'ES256', ...header }).sign(privateKey))
    const none = `${Buffer.from(JSON.stringify({ ...header, alg: 'none' })).toString('base64url')}.${receiptJwt.split('.')[1] ?? ''}.`
    fails(none)
  })

  it('reads claims that a later version adds', async () => {
    const later = { ...claims, added_later: 1 }
    expect(checkReceipt(await signReceipt(later, own.signer), jwks)).toMatchObject({ claims, signed: later })
  })

  it('is read by jose with the same key set', async () => {
    const { payload, protectedHeader } = await compactVerify(receiptJwt, createLocalJWKSet(jwks as never))
    expect(JSON.parse(new TextDecoder().decode(payload))).toEqual(claims)
    expect(protectedHeader).toEqual({ typ: RECEIPT_TYPE, kid: own.signer.keyId, alg: 'ES256' })
  })
})

describe('checkReceiptAnswer', () => {
  it('agrees with the readable form, whatever order its members are in', () => {
    const reversed = Object.fromEntries(Object.entries(answer.receipt).reverse())
    expect(checkReceiptAnswer({ ...answer, receipt: reversed }, jwks).claims).toEqual(claims)
    expect(
      createHash('sha256')
        .update(canonicalize(answer.certificate) ?? '')
        .digest('hex'),
    ).toBe(claims.certificate_sha256)
  })

  it('is the signed text alone where nothing else came with it', () => {
    expect(checkReceiptAnswer({ success: true, receipt_jwt: receiptJwt }, jwks).claims).toEqual(claims)
  })

  it('fails with any string, number or null of receipt, certificate or key changed', () => {
    const paths: (string | number)[][] = []
    const walk = (value: unknown, path: (string | number)[]) => {
      if (typeof value !== 'object' || value === null) return void paths.push(path)
      for (const [key, member] of Object.entries(value)) walk(member, [...path, key])
    }
    const { receipt, certificate, verification_key: key } = answer
    walk({ receipt, certificate, verification_key: { kid: key.kid, x: key.x, y: key.y } }, [])
    expect(paths.length).toBeGreaterThan(30)
    for (const path of paths) {
      const copy = structuredClone(answer) as unknown as Record<string | number, unknown>
      const parent = path.slice(0, -1).reduce((at, name) => at[name] as typeof copy, copy)
      const name = path.at(-1) ?? ''
      parent[name] = typeof parent[name] === 'string' ? `${String(parent[name])}x` : 'x'
      expect(() => checkReceiptAnswer(copy, jwks), path.join('.')).toThrow(ReceiptError)
    }
  })

  it.each([
    ['a field put in', { ...answer, certificate: { ...answer.certificate, note: '' } }],
    ['no certificate', { ...answer, certificate: undefined }],
    ['no receipt', { ...answer, receipt: undefined }],
    ['nothing', null],
    ['a list', [answer]],
  ])('fails with %s', (_, changed) => {
    expect(() => checkReceiptAnswer(changed, jwks)).toThrow(ReceiptError)
  })
})
