import { describe, expect, it } from 'vitest'
import { exampleReceiptAnswer } from '@/lib/contract/check/receipt-examples'
import { signCompactJws } from '@/lib/crypto/signature/compact-jws'
import { generateKeyPair, jwkThumbprint } from '@/lib/crypto/signature/public-key'
import { localSigner } from '@/lib/crypto/signature/signer'
import { jwkSet } from '@/lib/domain/issuer/did-document'
import { BATCH_RECEIPT_TYPE, batchReceiptClaims, signBatchReceipt } from './batch-receipt'
import { checkReceipt, checkReceiptAnswer, claimsToBeReceipt, receiptAmong, ReceiptError } from './check-receipt'
import { certificateSha256, signReceipt } from './receipt'

const { publicJwk, privateKey } = generateKeyPair('ES256')
const signer = localSigner(jwkThumbprint(publicJwk), privateKey)
const jwks = jwkSet([{ keyId: signer.keyId, publicJwk }])
const { receipt: single, certificate } = exampleReceiptAnswer('https://certificates.example')
const [EARLIER, LATER] = ['2026-11-20T10:00:00.500Z', '2026-11-20T10:00:07.900Z']
const claims = batchReceiptClaims({
  ...{ id: single.jti, serviceDid: single.iss, reference: null },
  results: [
    {
      serial: single.serial,
      overall_status: 'verified',
      verified_at: LATER,
      certificate_sha256: certificateSha256(certificate),
      log: null,
    },
    { serial: 'ABCD-1234', overall_status: 'not_found', verified_at: EARLIER, certificate_sha256: null, log: null },
  ],
})
const receiptJwt = await signBatchReceipt(claims, signer)
const singleJwt = await signReceipt(single, signer)
const results = [
  {
    ...{ serial: single.serial, found: true, certificate, replacement_certificate: null, error: null },
    verification: { overall_status: 'verified', verified_at: LATER },
  },
  {
    serial: 'abcd1234',
    found: false,
    certificate: null,
    verification: null,
    replacement_certificate: null,
    error: null,
  },
]
const key = { ...publicJwk, kid: signer.keyId }
const answer = { results, receipt: claims, receipt_jwt: receiptJwt, verification_key: key }

/** In which way a text or file fails; that it does not, if so. */
function failureOf(check: () => unknown): string {
  try {
    check()
    return 'none'
  } catch (error) {
    return error instanceof ReceiptError ? error.code : String(error)
  }
}

describe('a receipt of several checks', () => {
  it('is dated by the last of them, in whole seconds', () => {
    expect(claims.iat).toBe(Date.parse('2026-11-20T10:00:07Z') / 1000)
  })

  it('is read as what it is', () => {
    const read = { kind: 'batch_receipt', claims, signed: claims, keyThumbprint: signer.keyId }
    expect(checkReceipt(receiptJwt, jwks)).toEqual(read)
    expect(checkReceiptAnswer(answer, jwks)).toEqual(read)
  })

  it('may come without the results, or as the signed text alone', () => {
    expect(failureOf(() => checkReceiptAnswer({ ...answer, results: undefined }, jwks))).toBe('none')
    expect(failureOf(() => checkReceiptAnswer({ receipt_jwt: receiptJwt }, jwks))).toBe('none')
  })

  it.each<[string, object]>([
    ['the results alone, without what was signed', { receipt: undefined }],
    ['fewer results', { results: results.slice(1) }],
    ['more results', { results: [...results, results[1]] }],
    ['results in another order', { results: [...results].reverse() }],
    ['no list of results', { results: null }],
    ['results with length', { results: { length: 2 } }],
    ['a result of another outcome', { results: results.map((one) => ({ ...one, found: true })) }],
    [
      'a certificate with another name',
      { results: [{ ...results[0], certificate: { ...certificate, id: 'x' } }, results[1]] },
    ],
    ['a result that says what nobody can write', { results: [{ ...results[0], certificate: { at: 1n } }, results[1]] }],
    ['a receipt that says something else', { receipt: { ...claims, iat: 1 } }],
    ['a receipt that says what nobody can write', { receipt: { at: 1n } }],
    ['another key', { verification_key: { ...generateKeyPair('ES256').publicJwk, kid: signer.keyId } }],
    ['a key of another name', { verification_key: { ...key, kid: 'x' } }],
    ['no key', { verification_key: undefined }],
  ])('does not agree with a file of %s', (_, change) => {
    expect(failureOf(() => checkReceiptAnswer({ ...answer, ...change }, jwks))).toBe('content_differs')
  })

  it('is none where the claims are those of another kind, or are not read by all alike', async () => {
    const header = { typ: BATCH_RECEIPT_TYPE, kid: signer.keyId }
    const deep = `{"a":${'['.repeat(8)}${']'.repeat(8)},${JSON.stringify(claims).slice(1)}`
    for (const payload of [
      JSON.stringify(single),
      '[]',
      `\ufeff${JSON.stringify(claims)}`,
      deep,
      Buffer.from(JSON.stringify({ ...claims, reference: '\u00ff' }), 'latin1'),
    ]) {
      const forged = await signCompactJws(header, payload, signer)
      expect(failureOf(() => checkReceipt(forged, jwks))).toBe('claims_malformed')
    }
  })
})

/** A point that is on no curve, as a key. */
const OFF_CURVE = { kty: 'EC', crv: 'P-256', x: publicJwk.x, y: publicJwk.x } as const

describe('a receipt fails', () => {
  const unknown = jwkSet([{ keyId: 'x', publicJwk: generateKeyPair('ES256').publicJwk }])
  const eddsa = generateKeyPair('EdDSA')

  it.each<[string, string, () => unknown]>([
    ['no text', 'not_a_receipt', () => checkReceipt('', jwks)],
    ['no file', 'not_a_receipt', () => checkReceiptAnswer({ receipt: claims }, jwks)],
    ['a list', 'not_a_receipt', () => checkReceiptAnswer(Object.assign([], answer), jwks)],
    ['a key set of other keys', 'unknown_key', () => checkReceipt(receiptJwt, unknown)],
    ['no key set', 'unknown_key', () => checkReceipt(receiptJwt, { keys: {} })],
    ['a set of keys that sign no receipts', 'unknown_key', () => checkReceipt(receiptJwt, { keys: [eddsa.publicJwk] })],
    ['a changed signature', 'signature_invalid', () => checkReceipt(`${receiptJwt.slice(0, -8)}AAAAAAAA`, jwks)],
  ])('of %s: %s', (_, code, check) => {
    expect(failureOf(check)).toBe(code)
  })

  it.each<[string, object, string]>([
    ['another kind', { typ: 'artifact-statement+jwt', kid: signer.keyId }, 'not_a_receipt'],
    ['no kind', { kid: signer.keyId }, 'not_a_receipt'],
    ['no key', { typ: BATCH_RECEIPT_TYPE }, 'unknown_key'],
    ['a key that is no text', { typ: BATCH_RECEIPT_TYPE, kid: [signer.keyId] }, 'unknown_key'],
    ['a key that it brings itself', { typ: BATCH_RECEIPT_TYPE, kid: 'x', jwk: publicJwk }, 'unknown_key'],
    ['a key that is none', { typ: BATCH_RECEIPT_TYPE, kid: jwkThumbprint(OFF_CURVE) }, 'unknown_key'],
  ])('whose header names %s', async (_, header, code) => {
    const forged = await signCompactJws({ ...header }, JSON.stringify(claims), signer)
    expect(failureOf(() => checkReceipt(forged, { keys: [...jwks.keys, OFF_CURVE] }))).toBe(code)
  })

  it('is believed beside keys that are none, in whatever order', () => {
    const keys = [null, eddsa.publicJwk, { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' }, publicJwk, eddsa.publicJwk]
    expect(failureOf(() => checkReceipt(receiptJwt, { keys }))).toBe('none')
  })
})

describe('among the texts that a PDF carries', () => {
  it('the one receipt is found, whichever kind it is', () => {
    expect([receiptJwt, singleJwt, 'text', '', `${receiptJwt}.`].map(claimsToBeReceipt)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
    for (const one of [receiptJwt, singleJwt]) expect(receiptAmong(['text', one, '{}'])).toBe(one)
  })

  it('none and several fail', () => {
    expect(failureOf(() => receiptAmong(['text']))).toBe('no_receipt')
    expect(failureOf(() => receiptAmong([singleJwt, 'text', receiptJwt]))).toBe('several_receipts')
    expect(failureOf(() => receiptAmong([singleJwt, singleJwt]))).toBe('several_receipts')
  })
})
