import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { env, setEnv } from '@/lib/env'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { closeDatabase } from '@/lib/store/database/database'
import { MemoryRateCounter } from '@/lib/store/limits/memory-rate-counter'
import { setRateCounter } from '@/lib/store/limits/open-rate-counter'
import { askBadge, askRefresh, badgeOf, type BadgeJson } from '@/test/badges/badge-requests'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'

const REASONS = { reason: 'test', actor: 'test', publicReason: null }
useServiceDatabase()
let first: string
let second: string
let third: string

beforeAll(async () => {
  const issuer = await mintIssuer()
  first = await issueOne(issuer)
  second = (await correctCertificate(first, { fullName: 'B' }, REASONS)).certificate.serial
  third = (await correctCertificate(second, { fullName: 'C' }, REASONS)).certificate.serial
})
beforeEach(() => setRateCounter(new MemoryRateCounter()))

describe('answers', () => {
  it('with the current correction, whichever of the chain is asked for', async () => {
    const current = await (await askBadge(third)).text()
    for (const serial of [first, second, third]) {
      const response = await askRefresh(serial)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/ld+json'])
      expect(response.headers.get('x-ratelimit-limit')).toBe('240')
      expect(await response.text()).toBe(current)
    }
    expect((JSON.parse(current) as BadgeJson).credentialSubject.licenseNumber).toBe(third)
  })

  it('at the address that every badge names', async () => {
    const badge = (await badgeOf(third)) as BadgeJson & { refreshService: { id: string } }
    const ref = /\/credentials\/([^/]+)\/refresh$/.exec(badge.refreshService.id)?.[1] ?? ''
    expect((await askRefresh(ref)).status).toBe(200)
  })
})

describe('refuses', () => {
  it('once the chain ended in a withdrawal, from any of its certificates, never with 304', async () => {
    const issuer = await mintIssuer()
    const old = await issueOne(issuer)
    const { certificate } = await correctCertificate(old, { fullName: 'B' }, REASONS)
    const etag = (await askRefresh(old)).headers.get('etag') ?? ''
    expect((await askRefresh(old, { 'if-none-match': etag })).status).toBe(304)
    await withdrawCertificate(certificate.serial, REASONS)
    for (const serial of [old, certificate.serial])
      expect((await askRefresh(serial, { 'if-none-match': etag })).status).toBe(410)
  })

  it('what names no certificate', async () => {
    for (const ref of ['nothing', '0000-0000-0000-001Z', '\0']) expect((await askRefresh(ref)).status).toBe(404)
  })
})

describe('isolation', () => {
  it('503 while the database is away', async () => {
    const before = env()
    await closeDatabase()
    setEnv({ ...before, DATABASE_URL: 'postgresql://nobody:nothing@127.0.0.1:1/none' })
    expect((await askRefresh(first)).status).toBe(503)
    await closeDatabase()
    setEnv(before)
  })
})
