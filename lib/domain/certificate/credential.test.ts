import type { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { Ajv2019 } from 'ajv/dist/2019'
import { Ajv2020 } from 'ajv/dist/2020'
import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '@/lib/crypto/encoding/canonical-json'
import { BUNDLED_CONTEXTS } from '@/lib/crypto/json-ld/contexts'
import { jsonLdCanonizer } from '@/lib/crypto/json-ld/json-ld-canonizer'
import { anyContent } from '@/test/example-content'
import { achievementId, buildCredential, isoSeconds, type SignedContent } from './credential'
import { readSignedContent } from './signed-content'
import { vcJwtClaims } from './vc-jwt-claims'

const SUBJECT = '5f0c3c3e-6f0b-4f0e-9f3e-2f1d6f1f7a10'
const BASE_URL = 'https://verify.test'

const full: SignedContent = {
  id: '0f7a8a53-5dbb-4e0c-8f0b-7f6c3a1b9a11',
  serial: '7K3M-9QXT-2VBD-8RWN',
  fullName: 'Ana-Lucía Müller Nguyễn',
  registrationNumber: 'REG-0418',
  eventTitle: 'Basic Safety Training',
  achievement: 'Passed with distinction',
  eventDate: '2026-11-03',
  issuedAt: Date.UTC(2026, 10, 3, 9, 15, 2),
  expiresAt: Date.UTC(2031, 10, 3, 23, 59, 59),
  issuer: {
    id: '8d9c2f0e-43ad-4c25-9d1c-3f5b6a7c8d90',
    did: 'did:web:verify.test:issuers:8d9c2f0e-43ad-4c25-9d1c-3f5b6a7c8d90',
    name: 'Northshore Maritime College',
    verifiedDomain: 'northshore.example',
  },
  statusListId: '1c9d5a52-7f3f-4b55-a1f8-0d9f2a6b7c31',
  statusIndex: 94_567,
}
const bare: SignedContent = {
  ...full,
  registrationNumber: null,
  eventDate: null,
  expiresAt: null,
  issuer: { ...full.issuer, verifiedDomain: '' },
}

const schema = (name: string) =>
  JSON.parse(readFileSync(new URL(`../badge/schemas/${name}`, import.meta.url), 'utf8')) as object

function validator<T extends Ajv>(ajv: T, name: string) {
  addFormats.default(ajv)
  const validate = ajv.compile(schema(name))
  return (document: unknown) => {
    validate(document)
    return validate.errors ?? []
  }
}

const errorsOfOpenBadge = validator(
  new Ajv2019({ strict: false, allErrors: true }) as unknown as Ajv,
  'ob_v3p0_achievementcredential_schema.json',
)
const errorsOfW3c = validator(
  new Ajv2020({ strict: false, allErrors: true }) as unknown as Ajv,
  'w3c-verifiable-credential-schema.json',
)
const canonize = jsonLdCanonizer(BUNDLED_CONTEXTS)
const build = (content: SignedContent) => buildCredential(content, SUBJECT, BASE_URL)

describe('buildCredential', () => {
  it('puts every field where spec part 6 has it', () => {
    expect(build(full)).toMatchObject({
      id: `urn:uuid:${full.id}`,
      name: full.eventTitle,
      issuer: { id: full.issuer.did, name: full.issuer.name, url: 'https://northshore.example', type: ['Profile'] },
      validFrom: '2026-11-03T09:15:02Z',
      validUntil: '2031-11-03T23:59:59Z',
      credentialSubject: {
        id: `urn:uuid:${SUBJECT}`,
        identifier: [
          { type: 'IdentityObject', hashed: false, identityType: 'name', identityHash: full.fullName },
          { type: 'IdentityObject', hashed: false, identityType: 'ext:registrationNumber', identityHash: 'REG-0418' },
        ],
        licenseNumber: full.serial,
        activityEndDate: '2026-11-03T00:00:00Z',
        achievement: { id: `urn:uuid:${achievementId(full.issuer.id, full.eventTitle)}`, name: full.eventTitle },
        result: [{ type: ['Result'], value: full.achievement }],
      },
      credentialStatus: {
        id: `${BASE_URL}/api/public/status/${full.statusListId}#94567`,
        type: 'BitstringStatusListEntry',
        statusPurpose: 'revocation',
        statusListIndex: '94567',
        statusListCredential: `${BASE_URL}/api/public/status/${full.statusListId}`,
      },
      refreshService: { type: '1EdTechCredentialRefresh' },
    })
  })

  it('leaves out what there is not', () => {
    const text = JSON.stringify(build(bare))
    for (const member of ['validUntil', 'activityEndDate', 'registrationNumber', '"url"', 'null', '@example']) {
      expect(text).not.toContain(member)
    }
  })

  it.each([
    ['everything', full],
    ['as little as can be', bare],
  ])('passes the schemas of 1EdTech and W3C with %s, and they see what is wrong', (_kind, content) => {
    const credential = build(content)
    expect(errorsOfOpenBadge(credential)).toEqual([])
    expect(errorsOfW3c(credential)).toEqual([])
    expect(errorsOfOpenBadge({ ...credential, issuer: { id: 'x', type: 'Profile' } })).not.toEqual([])
    expect(errorsOfW3c({ ...credential, validFrom: 'yesterday' })).not.toEqual([])
  })

  it('passes the schemas, is JSON-LD in safe mode and reads back as it was, whatever is signed', async () => {
    await fc.assert(
      fc.asyncProperty(anyContent, async (content) => {
        const credential = build(content)
        expect(errorsOfOpenBadge(credential)).toEqual([])
        expect(errorsOfW3c(credential)).toEqual([])
        expect((await canonize(credential)).length).toBeGreaterThan(1000)
        const { issuer, ...rest } = content
        const { name: issuerName, did: issuerDid, verifiedDomain } = issuer
        expect(readSignedContent(JSON.parse(canonicalJson(credential)))).toEqual({
          ...rest,
          issuerName,
          issuerDid,
          verifiedDomain,
        })
      }),
      { numRuns: 60 },
    )
  })

  it('leaves no member to chance: each one is in the canonical form', async () => {
    const whole = await canonize(build(full))
    const { credentialStatus: _status, ...without } = build(full)
    expect(await canonize(without)).not.toBe(whole)
    await expect(canonize({ ...build(full), unheardOf: 1 })).rejects.toThrow()
  })

  it('gives one achievement for all certificates of an event of one issuer', () => {
    expect(achievementId(full.issuer.id, 'A')).toBe(achievementId(full.issuer.id, 'A'))
    expect(achievementId(full.issuer.id, 'A')).not.toBe(achievementId(full.issuer.id, 'B'))
    expect(achievementId(full.issuer.id, 'A')).not.toBe(achievementId(full.id, 'A'))
  })

  it('writes whole seconds', () => {
    expect(isoSeconds(0)).toBe('1970-01-01T00:00:00Z')
  })
})

describe('readSignedContent', () => {
  it.each(['id', 'issuer', 'validFrom', 'credentialSubject', 'credentialStatus'])(
    'reads nothing without %s',
    (member) => {
      expect(readSignedContent({ ...build(full), [member]: undefined })).toBeNull()
    },
  )

  it('takes the claims of a vc+jwt where they repeat the credential, all of them or none', () => {
    const claims = vcJwtClaims(build(full))
    expect(claims).toEqual({ iss: full.issuer.did, exp: (full.expiresAt ?? 0) / 1000 })
    expect(vcJwtClaims(build(bare))).toEqual({ iss: bare.issuer.did })
    const reads = (content: SignedContent, added: object) =>
      readSignedContent(JSON.parse(JSON.stringify({ ...build(content), ...added }))) !== null
    expect([reads(full, {}), reads(full, claims), reads(bare, { iss: bare.issuer.did })]).toEqual([true, true, true])
    for (const wrong of [
      { iss: full.issuer.did },
      { exp: claims.exp },
      { ...claims, iss: `${full.issuer.did}#key` },
      { ...claims, iss: [full.issuer.did] },
      { ...claims, iss: null },
      { ...claims, exp: (claims.exp ?? 0) + 1 },
      { ...claims, exp: (claims.exp ?? 0) - 1 },
      { ...claims, exp: (claims.exp ?? 0) * 1000 },
      { ...claims, exp: String(claims.exp) },
      { ...claims, exp: null },
    ])
      expect([wrong, reads(full, wrong)]).toEqual([wrong, false])
    expect(reads(bare, { iss: bare.issuer.did, exp: 4102444800 })).toBe(false)
    expect(reads(full, { ...claims, nonce: 'x' })).toBe(true)
  })

  it('reads nothing without a name, or with more results than one', () => {
    const subject = build(full).credentialSubject as { identifier: object[]; result: object[] }
    const changed = (changes: object) =>
      readSignedContent({ ...build(full), credentialSubject: { ...subject, ...changes } })
    expect(changed({})).not.toBeNull()
    expect(changed({ identifier: subject.identifier.slice(1) })).toBeNull()
    expect(changed({ result: [...subject.result, ...subject.result] })).toBeNull()
    expect(readSignedContent(null)).toBeNull()
  })
})
