import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { manifestAnswerShape } from '@/lib/contract/manifest'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { env, setEnv } from '@/lib/env'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { showCertificate } from '@/lib/service/check/show-certificate'
import { getManifest } from '@/lib/service/files/describe-artifacts'
import { setIssuerStanding } from '@/lib/service/issuers/set-issuer-standing'
import { closeDatabase } from '@/lib/store/database/database'
import { MemoryRateCounter } from '@/lib/store/limits/memory-rate-counter'
import { setRateCounter } from '@/lib/store/limits/open-rate-counter'
import { askBadge } from '@/test/badges/badge-requests'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { TamperedDatabase } from '@/test/tampering/tampered-database'

const REASONS = { reason: 'test', actor: 'test', publicReason: null }
const FORMATS = ['jsonld', 'jwt', 'png', 'svg']
const database = useServiceDatabase()
let issuer: Awaited<ReturnType<typeof mintIssuer>>
let serial: string

beforeAll(async () => {
  issuer = await mintIssuer()
  serial = await issueOne(issuer)
})
beforeEach(() => setRateCounter(new MemoryRateCounter()))

describe('answers', () => {
  it('with the bytes that were signed at issue, whatever the spelling of the serial', async () => {
    const { certificate } = await showCertificate(serial)
    for (const [format, type, start] of [
      ['jsonld', 'application/ld+json', '{"@context":["https://www.w3.org/ns/credentials/v2"'],
      ['jwt', 'text/plain', 'eyJ'],
    ] as const) {
      const first = await (await askBadge(serial, format)).text()
      expect(first.slice(0, start.length)).toBe(start)
      for (const ref of [serial.toLowerCase(), certificate.id, certificate.id.toUpperCase()]) {
        const response = await askBadge(ref, format)
        expect([response.status, response.headers.get('content-type')]).toEqual([200, type])
        expect(response.headers.get('etag')).toBe(`"${sha256Hex(first)}"`)
        expect(response.headers.get('x-ratelimit-limit')).toBe('60')
        expect(response.headers.get('content-disposition')).toContain(`${serial}.${format}`)
        expect(await response.text()).toBe(first)
      }
    }
    expect(await (await askBadge(serial)).text()).toBe(await (await askBadge(serial, 'jsonld')).text())
  })

  it('of an expired certificate and of a suspended issuer', async () => {
    const other = await mintIssuer()
    const past = { issuedAt: new Date('2020-01-01T00:00:00Z'), expiresAt: new Date('2021-01-01T23:59:59Z') }
    const expired = await issueOne(other, past)
    await setIssuerStanding(other.slug, 'suspended', 'test')
    for (const format of ['jsonld', 'jwt']) expect((await askBadge(expired, format)).status).toBe(200)
  })

  it('and is in the manifest, with where it is served', async () => {
    const { artifacts } = manifestAnswerShape.parse(await getManifest(serial))
    for (const format of ['jsonld', 'jwt']) {
      const artifact = artifacts.find(({ type }) => type === `openbadge+${format}`)
      expect(artifact?.url).toMatch(
        new RegExp(`^https://verify\\.test/api/public/credentials/[0-9a-f-]{36}/openbadge\\?format=${format}$`),
      )
      expect(artifact?.sha256).toBe(sha256Hex(await (await askBadge(serial, format)).text()))
    }
  })
})

describe('refuses', () => {
  it('a format that there is not', async () => {
    for (const format of ['', 'JSONLD', 'pdf', 'constructor', 'jsonld&format=jwt']) {
      const response = await askBadge(serial, format)
      expect([format, response.status, await response.json()]).toMatchObject([format, 400, { success: false }])
    }
  })

  it('png and svg where the event has no badge image, with the formats that there are', async () => {
    for (const format of ['png', 'svg']) {
      const response = await askBadge(serial, format)
      expect([response.status, await response.json()]).toMatchObject([
        409,
        { success: false, available_formats: ['jsonld', 'jwt'] },
      ])
    }
  })

  it('a withdrawn and a replaced certificate in every format, before anything else', async () => {
    const [withdrawn, replaced] = [await issueOne(issuer), await issueOne(issuer)]
    const etag = (await askBadge(withdrawn)).headers.get('etag') ?? ''
    await withdrawCertificate(withdrawn, REASONS)
    await correctCertificate(replaced, { fullName: 'B' }, REASONS)
    for (const ref of [withdrawn, replaced]) {
      for (const format of FORMATS) {
        const response = await askBadge(ref, format, { 'if-none-match': etag, range: 'bytes=0-1' })
        expect([format, response.status]).toEqual([format, 410])
      }
    }
  })

  it('what names no certificate', async () => {
    for (const ref of ['nothing', '0000-0000-0000-001Z', '00000000-0000-4000-8000-000000000000', '\0', '😀', 'verify'])
      expect((await askBadge(ref)).status).toBe(404)
  })
})

describe('isolation', () => {
  it('refuses where the limit cannot be counted', async () => {
    setRateCounter({
      count: () => Promise.resolve('uncountable'),
      healthy: false,
      start: () => Promise.resolve(),
      close: () => Promise.resolve(),
    })
    for (const format of FORMATS) {
      const response = await askBadge(serial, format)
      expect([response.status, response.headers.has('retry-after')]).toEqual([503, true])
    }
  })

  it('never serves other bytes than those that were signed', async () => {
    const [own, other] = [await issueOne(issuer), await issueOne(issuer, { fullName: 'Mallory' })]
    const tampered = await TamperedDatabase.open(database.adminUrl, ['signed_forms'])
    await tampered.sql(
      `UPDATE signed_forms SET open_badge_jsonld = (SELECT open_badge_jsonld FROM signed_forms f JOIN certificates c
         ON c.id = f.certificate_id WHERE c.serial = $2)
       WHERE certificate_id = (SELECT id FROM certificates WHERE serial = $1)`,
      [own, other],
    )
    // The record fails its check by then: nothing of it is served.
    expect((await askBadge(own)).status).toBe(410)
    await tampered.restore()
    expect((await askBadge(own)).status).toBe(200)
    await tampered.close()
  })

  it('503 while the database is away', async () => {
    const before = env()
    await closeDatabase()
    setEnv({ ...before, DATABASE_URL: 'postgresql://nobody:nothing@127.0.0.1:1/none' })
    for (const format of FORMATS) expect((await askBadge(serial, format)).status).toBe(503)
    await closeDatabase()
    setEnv(before)
  })
})
