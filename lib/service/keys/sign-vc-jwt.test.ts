import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { POST as validate } from '@/app/api/public/openbadges/validate/route'
import { parseCompactJws } from '@/lib/crypto/signature/compact-jws'
import { credentialOfPayload } from '@/lib/domain/badge/read/credential-of-payload'
import { withPeerAddress } from '@/lib/http/request-context'
import { resignCertificates } from '@/lib/service/change/resign-certificates'
import { workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { MemoryRateCounter } from '@/lib/store/limits/memory-rate-counter'
import { setRateCounter } from '@/lib/store/limits/open-rate-counter'
import { heldForms } from '@/test/badges/outside-verifier'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { resign } from '@/test/history'
import { verdictOn } from '@/test/verdicts'
import { newAddress } from '@/test/verify-requests'
import { compromiseIssuerKey } from './compromise-issuer-key'
import { listSigningKeys } from './list-signing-keys'

useServiceDatabase()
let issuer: StoredIssuer
beforeAll(async () => {
  issuer = await mintIssuer()
})
beforeEach(() => setRateCounter(new MemoryRateCounter()))

const ENDS = new Date('2120-01-01T23:59:59Z')
const PAST = { issuedAt: new Date('2020-01-01T00:00:00Z'), expiresAt: new Date('2021-01-01T23:59:59Z') }

async function outcome(serial: string): Promise<string> {
  const verdict = await verdictOn(serial)
  return typeof verdict === 'object' ? verdict.verification.overall_status : verdict
}

const payloadOf = (token = '') =>
  JSON.parse(parseCompactJws(token)?.payload.toString('utf8') ?? '{}') as Record<string, unknown>
const newest = async (serial: string) => (await heldForms(serial)).at(-1)

/** The codes of the errors that validation finds, or `valid`. */
async function validated(token: string): Promise<string | string[]> {
  const init = { method: 'POST', body: token, headers: { 'content-type': 'application/vc+jwt' }, duplex: 'half' }
  const request = new Request('https://verify.test/api/public/openbadges/validate', init as RequestInit)
  const answer = (await (await validate(withPeerAddress(request, newAddress()))).json()) as {
    validation: { valid: boolean; errors: { code: string }[] }
  }
  return answer.validation.valid ? 'valid' : answer.validation.errors.map(({ code }) => code)
}

/** The token as it was made before it carried claims. */
const withoutClaims = ({ iss: _iss, exp: _exp, ...credential }: Record<string, unknown>) => credential

describe('a vc+jwt', () => {
  it('names its issuer, and its end where it has one; the other forms stay as they are', async () => {
    const [ending, endless] = [await issueOne(issuer, { expiresAt: ENDS }), await issueOne(issuer)]
    expect(payloadOf((await newest(endless))?.vcJwt)).not.toHaveProperty('exp')
    const forms = await newest(ending)
    const { iss, exp, ...credential } = payloadOf(forms?.vcJwt)
    expect([iss, exp]).toEqual([issuer.did, ENDS.getTime() / 1000])
    const { proof: _proof, ...unsecured } = JSON.parse(forms?.openBadgeJsonld ?? '{}') as Record<string, unknown>
    expect(unsecured).toEqual(credential)
    for (const serial of [ending, endless]) {
      expect([await outcome(serial), await validated((await newest(serial))?.vcJwt ?? '')]).toEqual([
        'verified',
        'valid',
      ])
    }
  })

  it('that has ended is expired, on every door, and not invalid', async () => {
    const serial = await issueOne(issuer, PAST)
    expect(await outcome(serial)).toBe('expired')
    expect(await validated((await newest(serial))?.vcJwt ?? '')).toEqual(['expired', 'record_not_current'])
  })

  it('and the token of its badge hold whole seconds, whatever part of one was asked for', async () => {
    const [issuedAt, expiresAt] = [new Date('2020-01-01T00:00:00.987Z'), new Date('2120-01-01T23:59:59.5Z')]
    const serial = await issueOne(issuer, { issuedAt, expiresAt })
    const forms = await newest(serial)
    const whole = { validFrom: '2020-01-01T00:00:00Z', validUntil: '2120-01-01T23:59:59Z' }
    expect(payloadOf(forms?.vcJwt)).toMatchObject({ ...whole, exp: ENDS.getTime() / 1000 })
    const claims = { nbf: PAST.issuedAt.getTime() / 1000, exp: ENDS.getTime() / 1000 }
    expect(payloadOf(forms?.openBadgeJwt)).toMatchObject({ ...whole, ...claims })
    expect(await verdictOn(serial)).toMatchObject({
      certificate: { issued_at: '2020-01-01T00:00:00.000Z', expires_at: '2120-01-01T23:59:59.000Z' },
    })
  })

  it('of before it had claims stays as good as it was', async () => {
    for (const [changes, expected] of [
      [{ expiresAt: ENDS }, 'verified'],
      [PAST, 'expired'],
    ] as const) {
      const serial = await issueOne(issuer, changes)
      await resign(serial, withoutClaims)
      expect(payloadOf((await newest(serial))?.vcJwt)).not.toHaveProperty('iss')
      expect(await outcome(serial)).toBe(expected)
    }
  })

  it.each<[string, (payload: Record<string, unknown>) => object]>([
    ['another issuer', (payload) => ({ ...payload, iss: 'did:web:other.example' })],
    ['the key for the issuer', (payload) => ({ ...payload, iss: `${String(payload.iss)}#key` })],
    ['several issuers', (payload) => ({ ...payload, iss: [payload.iss] })],
    ['no issuer, but an end', ({ iss: _iss, ...payload }) => payload],
    ['no end, but an issuer', ({ exp: _exp, ...payload }) => payload],
    ['a later end', (payload) => ({ ...payload, exp: Number(payload.exp) + 1 })],
    ['an earlier end', (payload) => ({ ...payload, exp: 1 })],
    ['an end in milliseconds', (payload) => ({ ...payload, exp: Number(payload.exp) * 1000 })],
    ['an end that is a text', (payload) => ({ ...payload, exp: String(payload.exp) })],
    ['an end of the token where the credential has none', ({ validUntil: _until, ...payload }) => payload],
  ])('with %s is invalid, whoever signed it', async (_name, change) => {
    const serial = await issueOne(issuer, { expiresAt: ENDS })
    await resign(serial, change)
    expect(await outcome(serial)).toBe('invalid')
  })

  it('may hold what nobody knows', async () => {
    const serial = await issueOne(issuer, { expiresAt: ENDS })
    await resign(serial, (payload) => ({ ...payload, nonce: 'x' }))
    expect(await outcome(serial)).toBe('verified')
  })

  it('is signed again with its claims, and they stay out of the other forms', async () => {
    const other = await mintIssuer()
    const [old, fresh] = [await issueOne(other, { expiresAt: ENDS }), await issueOne(other, { expiresAt: ENDS })]
    await resign(old, withoutClaims)
    const credentials = await Promise.all([old, fresh].map(async (serial) => payloadOf((await newest(serial))?.vcJwt)))
    const [active] = (await listSigningKeys(other.slug)).keys
    const { rows } = await workingPool().query<{ at: Date }>('SELECT max(at) AS at FROM events')
    await compromiseIssuerKey(other.slug, active?.id ?? '', (rows[0]?.at.getTime() ?? 0) + 1, 'test')
    expect(await resignCertificates(other.slug, 'test')).toMatchObject({ resigned: 2, refused: [] })
    for (const [at, serial] of [old, fresh].entries()) {
      const before = credentialOfPayload(credentials[at] ?? {})
      const forms = await newest(serial)
      const claims = { iss: other.did, exp: ENDS.getTime() / 1000 }
      expect(payloadOf(forms?.vcJwt)).toEqual({ ...before, ...claims })
      const { proof: _proof, ...jsonld } = JSON.parse(forms?.openBadgeJsonld ?? '{}') as Record<string, unknown>
      expect(jsonld).toEqual(before)
      expect(credentialOfPayload(payloadOf(forms?.openBadgeJwt))).toEqual(before)
      expect([await outcome(serial), await validated(forms?.vcJwt ?? '')]).toEqual(['verified', 'valid'])
    }
  })
})
