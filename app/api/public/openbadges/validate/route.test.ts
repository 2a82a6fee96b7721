import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { type BadgeValidationAnswer, badgeValidationAnswerShape } from '@/lib/contract/badge/badge-validation'
import { withPeerAddress } from '@/lib/http/request-context'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { setIssuerStanding } from '@/lib/service/issuers/set-issuer-standing'
import { compromiseIssuerKey } from '@/lib/service/keys/compromise-issuer-key'
import { workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { usePlaces } from '@/test/endpoint-fixture'
import { newAddress } from '@/test/verify-requests'
import { POST } from './route'

useServiceDatabase()

let issuer: StoredIssuer
const SAMPLES = new URL('../../../../../test/data/badges/samples/', import.meta.url)
const sample = (path: string) => new Uint8Array(readFileSync(new URL(path, SAMPLES)))

beforeAll(async () => {
  issuer = await mintIssuer()
})

function send(body: BodyInit, type: string | null = 'application/json', address = newAddress()): Promise<Response> {
  const init = { method: 'POST', body, headers: type === null ? {} : { 'content-type': type }, duplex: 'half' }
  const request = new Request('https://verify.test/api/public/openbadges/validate', init as RequestInit)
  return POST(withPeerAddress(request, address))
}

async function answerOf(status: number, body: BodyInit, type?: string | null): Promise<BadgeValidationAnswer> {
  const response = await send(body, type)
  const text = await response.text()
  expect([response.status, text]).toEqual([status, expect.any(String)])
  expect(response.headers.get('retry-after')).toEqual(status === 503 ? expect.stringMatching(/^\d+$/) : null)
  return badgeValidationAnswerShape.parse(JSON.parse(text))
}

async function codesOf(body: BodyInit, type?: string): Promise<string[]> {
  const { success, error, validation } = await answerOf(422, body, type)
  expect([success, validation.valid, typeof error]).toEqual([false, false, 'string'])
  return validation.errors.map(({ code }) => code)
}

interface Forms {
  vc_jwt: string
  open_badge_jsonld: string
  open_badge_jwt: string
}

async function formsOf(serial: string): Promise<Forms> {
  const { rows } = await workingPool().query<Forms>(
    `SELECT f.* FROM signed_forms f JOIN certificates c ON c.id = f.certificate_id
     WHERE c.serial = $1 ORDER BY f.sequence DESC LIMIT 1`,
    [serial],
  )
  if (!rows[0]) throw new Error('no such certificate')
  return rows[0]
}

describe('answers', () => {
  it('422: an issuer whose DID holds a NUL, and not as if the database were down', async () => {
    const { open_badge_jsonld: form } = await formsOf(await issueOne(issuer))
    const badge = JSON.parse(form) as { issuer: { id: string } }
    badge.issuer.id = 'did:web:example.org%3A\0'
    expect((await codesOf(JSON.stringify(badge), 'application/ld+json')).length).toBeGreaterThan(0)
  })

  it('200: a badge of this service in each of its forms', async () => {
    const forms = await formsOf(await issueOne(issuer))
    for (const [body, type, format] of [
      [forms.open_badge_jsonld, 'application/ld+json', 'jsonld'],
      [forms.open_badge_jwt, 'text/plain', 'jwt'],
      [forms.vc_jwt, 'application/vc+jwt', 'jwt'],
    ] as const) {
      const { success, validation } = await answerOf(200, body, type)
      expect([success, validation.valid, validation.errors, validation.warnings]).toEqual([true, true, [], []])
      expect(validation).toMatchObject({
        format,
        data_model: 'vcdm_2_0',
        issuer: { id: issuer.did, name: issuer.name, method: 'did:web', identity: 'ours' },
        credential: { name: 'Basic Safety Training', valid_until: null },
      })
      expect(validation.checks.map(({ id, status }) => [id, status])).toEqual(
        validation.checks.map(({ id }) => [id, id === 'unbake' ? 'not_applicable' : 'passed']),
      )
    }
  })

  it('200: the same JSON in another order is the same badge', async () => {
    const { open_badge_jsonld: form } = await formsOf(await issueOne(issuer))
    const reversed = Object.fromEntries(Object.entries(JSON.parse(form) as object).reverse())
    expect((await answerOf(200, JSON.stringify(reversed, null, 2))).success).toBe(true)
  })

  it('200: a self-asserted badge is valid with a warning, and says who nobody vouches for', async () => {
    const file = 'dcc/v2__ed25519__didKey__legacy-noStatus-noExpiry.json'
    const { validation } = await answerOf(200, sample(file))
    expect(validation.issuer).toMatchObject({ method: 'did:key', identity: 'self_asserted' })
    expect(validation.warnings.map(({ code }) => code)).toContain('issuer_self_asserted')
  })

  it('422: pictures and forms are read as what they are, whatever they are called', async () => {
    const png = sample('1edtech-ob30/simple-jwt.png')
    expect(await codesOf(png, 'image/png')).toEqual(['issuer_key_unbound'])
    expect(await codesOf(png, 'application/json')).toEqual(['issuer_key_unbound'])
    expect(await codesOf(sample('1edtech-ob30/simple-jwt.svg'), 'image/svg+xml')).toEqual(['issuer_key_unbound'])
    const form = new FormData()
    form.set('file', new Blob([png], { type: 'image/png' }), 'badge.png')
    const request = new Request('https://verify.test/', { method: 'POST', body: form })
    const type = request.headers.get('content-type') ?? ''
    expect(await codesOf(await request.arrayBuffer(), type)).toEqual(['issuer_key_unbound'])
  })

  it.each([
    ['alg none, no signature', '{"alg":"none"}', ''],
    ['alg none, a signature', '{"alg":"none"}', 'AAAA'],
    ['another spelling of none', '{"alg":"nOnE","typ":"JWT"}', ''],
    ['no alg', '{"typ":"JWT"}', ''],
    ['alg null', '{"alg":null}', ''],
    ['alg in a list', '{"alg":["none"]}', ''],
    ['HMAC, no signature', '{"alg":"HS256"}', ''],
    ['alg none in a vc+jwt', '{"alg":"none","typ":"vc+jwt"}', ''],
  ])('422: a token that is not signed can be read, and is not valid: %s', async (_, header, signature) => {
    const payload = JSON.stringify({ '@context': ['https://www.w3.org/ns/credentials/v2'], issuer: issuer.did })
    const token = [header, payload].map((part) => Buffer.from(part).toString('base64url')).join('.')
    expect(await codesOf(`${token}.${signature}`, 'text/plain')).toContain('alg_not_allowed')
  })

  it('422: nor does ES256 hold without a signature', async () => {
    const { open_badge_jwt: token } = await formsOf(await issueOne(issuer))
    const codes = await codesOf(token.replace(/[^.]*$/, ''), 'text/plain')
    expect(codes).toEqual(expect.arrayContaining(['signature_invalid', 'record_unknown']))
  })

  it('422: Open Badges 2.0 is recognised', async () => {
    expect(await codesOf(sample('ob20/basic-assertion.json'))).toEqual(['open_badges_2'])
  })

  it('422 in place of 503: something is wrong, whatever could not be reached', async () => {
    const codes = await codesOf(sample('1edtech-ob30/endorsement-valid.json'))
    expect(codes).toContain('not_an_open_badge')
  })
})

describe('refuses', () => {
  it.each([
    ['no JSON', '{', 'application/json'],
    ['nothing', '', 'application/json'],
    ['half a JWS', 'eyJhbGciOiJFUzI1NiJ9.e30', 'text/plain'],
    ['a picture without a badge', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
    ['another kind of file', '%PDF-1.7', 'application/json'],
    ['an address', 'https://example.com/badge.json', 'text/plain'],
    ['another media type', '{}', 'application/x-www-form-urlencoded'],
  ])('400: %s', async (_, body, type) => {
    const response = await send(body, type)
    const answer = (await response.json()) as { success: boolean; error: string }
    expect([response.status, answer.success, typeof answer.error]).toEqual([400, false, 'string'])
  })

  it('413: too much text, and too much of anything', async () => {
    const text = JSON.stringify({ long: 'x'.repeat(256 * 1024) })
    expect((await send(text)).status).toBe(413)
    expect((await send(new Uint8Array(1024 * 1024 + 1), 'image/png')).status).toBe(413)
  })

  it('429: the twenty-first within a minute', async () => {
    const address = newAddress()
    await usePlaces('open_badge_validation', 19, address)
    expect((await send('{', 'application/json', address)).status).toBe(400)
    expect((await send('{', 'application/json', address)).status).toBe(429)
  })
})

describe('a record of this service', () => {
  const reasons = { reason: 'A test', actor: 'test' }

  it('that was withdrawn is revoked, in its list and in its record', async () => {
    const serial = await issueOne(issuer)
    const forms = await formsOf(serial)
    await withdrawCertificate(serial, { ...reasons, publicReason: 'Issued in error' })
    expect(await codesOf(forms.open_badge_jsonld)).toEqual(['revoked', 'record_not_current'])
    expect(await codesOf(forms.open_badge_jwt, 'text/plain')).toEqual(['revoked', 'record_not_current'])
  })

  it('that was replaced is superseded by its correction, which is named and valid', async () => {
    const serial = await issueOne(issuer)
    const forms = await formsOf(serial)
    const { certificate } = await correctCertificate(serial, { fullName: 'Chloé Dubois' }, reasons)
    for (const [form, type] of [[forms.open_badge_jsonld], [forms.open_badge_jwt, 'text/plain']] as const) {
      const { error, validation } = await answerOf(422, form, type)
      expect(validation.errors.map(({ code }) => code)).toEqual(['superseded', 'record_not_current'])
      expect(error).toContain(certificate.serial)
      expect(`${error} ${JSON.stringify(validation.checks)}`).not.toMatch(/withdrawn it/)
      expect(validation.issuer?.identity).toBe('ours')
    }
    await answerOf(200, (await formsOf(certificate.serial)).open_badge_jsonld)
  })

  it('of a suspended issuer is not current', async () => {
    const suspended = await mintIssuer()
    const forms = await formsOf(await issueOne(suspended))
    await setIssuerStanding(suspended.slug, 'suspended', 'test')
    const { validation } = await answerOf(422, forms.open_badge_jsonld)
    expect(validation.errors.map(({ code }) => code)).toEqual(['record_not_current'])
    expect(validation.issuer?.identity).toBe('ours')
  })

  it('that was written anew is the same where its signature is good and the one that was issued', async () => {
    const { open_badge_jsonld: form } = await formsOf(await issueOne(issuer))
    const badge = JSON.parse(form) as { proof: object[]; credentialSubject: object; credentialStatus: object }
    const [proof] = badge.proof
    const { success, validation } = await answerOf(200, JSON.stringify({ ...badge, proof }))
    expect([success, validation.issuer?.identity]).toEqual([true, 'ours'])
    const listed = JSON.stringify({ ...badge, credentialStatus: [badge.credentialStatus] })
    expect(await codesOf(listed)).toEqual(['schema_invalid'])
    // Whoever changes what is signed, or signs anew, has no record.
    const changed = { ...badge, credentialSubject: { ...badge.credentialSubject, id: 'urn:uuid:0' }, proof }
    expect(await codesOf(JSON.stringify(changed))).toEqual(
      expect.arrayContaining(['signature_invalid', 'record_unknown']),
    )
  })

  it('that was signed before its key was compromised stays valid, one signed after it does not', async () => {
    const robbed = await mintIssuer()
    const before = await formsOf(await issueOne(robbed))
    const { rows } = await workingPool().query<{ now: Date }>('SELECT clock_timestamp() AS now')
    const after = await formsOf(await issueOne(robbed))
    const keyId = (JSON.parse(before.open_badge_jsonld) as { proof: { verificationMethod: string }[] }).proof[0]
    await compromiseIssuerKey(robbed.slug, keyId?.verificationMethod ?? '', rows[0]?.now.getTime() ?? 0, 'test')
    await answerOf(200, before.open_badge_jsonld)
    await answerOf(200, before.open_badge_jwt, 'text/plain')
    expect(await codesOf(after.open_badge_jsonld)).toEqual(['record_not_current'])
    expect(await codesOf(after.open_badge_jwt, 'text/plain')).toEqual(['record_not_current'])
  })

  it('that the issuer’s key signed, but is not stored here, is unknown', async () => {
    const { open_badge_jsonld: form } = await formsOf(await issueOne(issuer))
    const codes = await codesOf(form.replace('Basic Safety Training', 'Basic Safety Trainer'))
    expect(codes).toEqual(expect.arrayContaining(['signature_invalid', 'record_unknown']))
  })
})

describe('isolation', () => {
  it('a badge in the name of an issuer that does not exist is not asked for anywhere', async () => {
    const { open_badge_jsonld: form } = await formsOf(await issueOne(issuer))
    const unknown = form.replaceAll(issuer.did, 'did:web:verify.test:issuers:00000000-0000-4000-8000-000000000000')
    expect(await codesOf(unknown)).toEqual(expect.arrayContaining(['issuer_unresolvable', 'record_unknown']))
  })

  it('one issuer’s key does not sign for another', async () => {
    const other = await mintIssuer()
    const { open_badge_jsonld: form } = await formsOf(await issueOne(issuer))
    const badge = JSON.parse(form) as { issuer: { id: string } }
    badge.issuer.id = other.did
    expect(await codesOf(JSON.stringify(badge))).toEqual(
      expect.arrayContaining(['issuer_key_mismatch', 'record_unknown']),
    )
  })

  it('is counted for nobody, and holds nothing that the badge does not say', async () => {
    const serial = await issueOne(issuer)
    const answer = await answerOf(200, (await formsOf(serial)).open_badge_jsonld)
    const { rows } = await workingPool().query(
      'SELECT 1 FROM certificate_checks c JOIN certificates x ON x.id = c.certificate_id WHERE x.serial = $1',
      [serial],
    )
    expect(rows).toEqual([])
    expect(JSON.stringify(answer)).not.toContain(serial)
  })
})
