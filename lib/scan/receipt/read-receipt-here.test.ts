import { describe, expect, it } from 'vitest'
import { signCompactJws } from '@/lib/crypto/signature/compact-jws'
import { generateKeyPair, jwkThumbprint } from '@/lib/crypto/signature/public-key'
import { localSigner } from '@/lib/crypto/signature/signer'
import { jwkSet } from '@/lib/domain/issuer/did-document'
import { batchReceiptClaims, signBatchReceipt } from '@/lib/domain/receipt/batch-receipt'
import { readReceiptHere, ReceiptHereError, receiptsIn } from './read-receipt-here'

const AT = '2026-11-20T14:07:32.118Z'
const own = makeKey()
const other = makeKey()
const jwks = jwkSet([{ keyId: own.signer.keyId, publicJwk: own.publicJwk }])
const claims = batchReceiptClaims({
  ...{ id: '4d2b9a53-5c0f-4b57-9f0a-2f1f6b7b2c77', serviceDid: 'did:web:verify.test', reference: 'Case 7' },
  results: [
    { serial: '7K3M-9QXT-2VBD-8RWN', overall_status: 'verified', verified_at: AT, certificate_sha256: 'a'.repeat(64) },
    { serial: 'NS/1', overall_status: 'not_found', verified_at: AT, certificate_sha256: null },
  ],
})
const receipt = await signBatchReceipt(claims, own.signer)

function makeKey() {
  const { publicJwk, privateKey } = generateKeyPair('ES256')
  const signerAs = (name: string) => localSigner(name, privateKey)
  return { publicJwk, signerAs, signer: signerAs(jwkThumbprint(publicJwk)) }
}

describe('in the browser', () => {
  it('reads what a published key signed', async () => {
    expect(await readReceiptHere(receipt, jwks)).toEqual({
      id: claims.jti,
      reference: 'Case 7',
      results: [
        { serial: '7K3M-9QXT-2VBD-8RWN', status: 'verified', at: AT },
        { serial: 'NS/1', status: 'not_found', at: AT },
      ],
    })
  })

  it('believes nothing that was changed anywhere', async () => {
    const [head = '', payload = '', signature = ''] = receipt.split('.')
    const changed = [
      `${head}.${Buffer.from(JSON.stringify({ ...claims, reference: 'Case 8' })).toString('base64url')}.${signature}`,
      `${head}.${payload}.${signature.slice(0, -4)}AAAA`,
      `${head}.${payload}.`,
      `${head}.${payload}`,
      `${receipt}.x`,
      `${Buffer.from('{"alg":"none","typ":"verification-receipt+jwt"}').toString('base64url')}.${payload}.`,
    ]
    for (const text of changed) await expect(readReceiptHere(text, jwks)).rejects.toThrow(ReceiptHereError)
  })

  it('believes no other key, whatever name it gives itself, and no other signed text', async () => {
    const forged = await signBatchReceipt(claims, other.signerAs(own.signer.keyId))
    const foreign = await signBatchReceipt(claims, other.signer)
    const named = { keys: [{ ...other.publicJwk, kid: own.signer.keyId }] }
    const badge = await signCompactJws({ typ: 'vc+jwt', kid: own.signer.keyId }, JSON.stringify(claims), own.signer)
    for (const text of [forged, foreign, badge])
      await expect(readReceiptHere(text, jwks)).rejects.toThrow(ReceiptHereError)
    await expect(readReceiptHere(forged, named)).rejects.toThrow(ReceiptHereError)
    for (const none of [null, {}, { keys: [null, 7] }, []])
      await expect(readReceiptHere(receipt, none)).rejects.toThrow(ReceiptHereError)
  })

  it('finds the signed texts of a file', () => {
    expect(receiptsIn(` ${receipt}\n`)).toEqual([receipt])
    expect(receiptsIn(JSON.stringify({ receipt_jwt: receipt }))).toEqual([receipt])
    expect(receiptsIn(JSON.stringify({ receipts: [receipt, receipt] }))).toEqual([receipt, receipt])
    for (const none of [
      '',
      'Ana',
      '{',
      '{}',
      '{"receipts":[1]}',
      JSON.stringify({ receipt_jwt: receipt, certificate: {} }),
      JSON.stringify({ receipts: Array(201).fill('a.b.c') }),
    ])
      expect(receiptsIn(none)).toEqual([])
  })
})
