import * as jose from 'jose'
import { createHash, createPublicKey, verify } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { verifyDataIntegrityProof } from '@/lib/crypto/signature/data-integrity'
import { generateKeyPair, publicKeyFrom, type PublicJwk } from '@/lib/crypto/signature/public-key'
import { localSigner } from '@/lib/crypto/signature/signer'
import { buildCredential, type SignedContent } from '@/lib/domain/certificate/credential'
import { readSignedContent } from '@/lib/domain/certificate/signed-content'
import { makeSignedForms, type SignedForms } from './make-signed-forms'

const DID = 'did:web:verify.test:issuers:8d9c2f0e-43ad-4c25-9d1c-3f5b6a7c8d90'
const SUBJECT = '5f0c3c3e-6f0b-4f0e-9f3e-2f1d6f1f7a10'
const content: SignedContent = {
  id: '0f7a8a53-5dbb-4e0c-8f0b-7f6c3a1b9a11',
  serial: '7K3M-9QXT-2VBD-8RWN',
  fullName: 'नेहा शर्मा',
  registrationNumber: null,
  eventTitle: 'Basic Safety Training',
  achievement: 'Passed',
  eventDate: '2026-11-03',
  issuedAt: Date.UTC(2026, 10, 3, 9, 15, 2),
  expiresAt: Date.UTC(2126, 10, 3, 23, 59, 59),
  issuer: { id: '8d9c2f0e-43ad-4c25-9d1c-3f5b6a7c8d90', did: DID, name: 'Northshore', verifiedDomain: '' },
  statusListId: '1c9d5a52-7f3f-4b55-a1f8-0d9f2a6b7c31',
  statusIndex: 7,
}

describe('makeSignedForms', () => {
  const es256 = generateKeyPair('ES256')
  const eddsa = generateKeyPair('EdDSA')
  const stranger = generateKeyPair('ES256').publicJwk
  let forms: SignedForms

  beforeAll(async () => {
    const signers = {
      es256: localSigner(`${DID}#es`, es256.privateKey),
      eddsa: localSigner(`${DID}#ed`, eddsa.privateKey),
    }
    forms = await makeSignedForms(content, signers, {
      subjectId: SUBJECT,
      baseUrl: 'https://verify.test',
      createdAt: Date.UTC(2026, 10, 3),
    })
  })

  const importKey = (jwk: PublicJwk) => jose.importJWK(jwk, 'ES256')
  const parts = (token: string) => token.split('.') as [string, string, string]

  it('names the SHA-256 of each form', () => {
    for (const form of ['vcJwt', 'openBadgeJsonld', 'openBadgeJwt'] as const) {
      expect(forms.hashes[form]).toBe(createHash('sha256').update(forms[form], 'utf8').digest('hex'))
    }
  })

  it('makes a vc+jwt that others verify (VC-JOSE-COSE)', async () => {
    const { payload, protectedHeader } = await jose.compactVerify(forms.vcJwt, await importKey(es256.publicJwk))
    expect(protectedHeader).toEqual({ alg: 'ES256', typ: 'vc+jwt', cty: 'vc', kid: `${DID}#es` })
    const claims = JSON.parse(new TextDecoder().decode(payload)) as Record<string, unknown>
    const { iss, exp, ...credential } = claims
    expect([iss, exp]).toEqual([DID, (content.expiresAt ?? 0) / 1000])
    expect(credential).toEqual(buildCredential(content, SUBJECT, 'https://verify.test'))
    expect(readSignedContent(claims)).toMatchObject({ fullName: content.fullName, issuerDid: DID })
    await expect(jose.compactVerify(forms.vcJwt, await importKey(stranger))).rejects.toThrow()
  })

  it('makes a badge JWT whose claims agree with the credential (Open Badges 3.0 section 8.2)', async () => {
    const { payload, protectedHeader } = await jose.jwtVerify(forms.openBadgeJwt, await importKey(es256.publicJwk), {
      currentDate: new Date('2027-01-01'),
      issuer: DID,
      subject: `urn:uuid:${SUBJECT}`,
    })
    expect(protectedHeader).toEqual({ alg: 'ES256', typ: 'JWT', kid: `${DID}#es` })
    const { iss: _iss, sub: _sub, jti, nbf, exp, ...credential } = payload
    expect({ jti, nbf, exp }).toEqual({
      jti: `urn:uuid:${content.id}`,
      nbf: content.issuedAt / 1000,
      exp: (content.expiresAt ?? 0) / 1000,
    })
    expect(credential).toEqual(buildCredential(content, SUBJECT, 'https://verify.test'))
  })

  it('signs both JWTs over their bytes as they stand', () => {
    const key = createPublicKey({ key: es256.publicJwk, format: 'jwk' })
    for (const token of [forms.vcJwt, forms.openBadgeJwt]) {
      const [header, payload, signature] = parts(token)
      const signed = Buffer.from(`${header}.${payload}`)
      const options = { key, dsaEncoding: 'ieee-p1363' as const }
      expect(verify('sha256', signed, options, Buffer.from(signature, 'base64url'))).toBe(true)
      expect(
        verify('sha256', Buffer.concat([signed, Buffer.from(' ')]), options, Buffer.from(signature, 'base64url')),
      ).toBe(false)
    }
  })

  it('makes JSON-LD with one eddsa-rdfc-2022 proof over the same credential', async () => {
    const document = JSON.parse(forms.openBadgeJsonld) as { proof: { verificationMethod: string }[] } & Record<
      string,
      unknown
    >
    expect(await verifyDataIntegrityProof(document, publicKeyFrom(eddsa.publicJwk))).toBe(true)
    const { proof, ...credential } = document
    expect(credential).toEqual(buildCredential(content, SUBJECT, 'https://verify.test'))
    expect(proof).toMatchObject([{ verificationMethod: `${DID}#ed`, created: '2026-11-03T00:00:00Z' }])
    for (const changes of [{ name: 'x' }, { validUntil: '2030-01-01T00:00:00Z' }, { credentialStatus: undefined }]) {
      const altered = JSON.parse(JSON.stringify({ ...document, ...changes })) as object
      expect(await verifyDataIntegrityProof(altered, publicKeyFrom(eddsa.publicJwk))).toBe(false)
    }
  })
})
