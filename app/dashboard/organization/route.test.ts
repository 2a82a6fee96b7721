import { beforeAll, describe, expect, it } from 'vitest'
import { env, setEnv } from '@/lib/env'
import { domainRecord } from '@/lib/service/issuers/domain-record'
import { setIssuerStanding } from '@/lib/service/issuers/set-issuer-standing'
import { verifyIssuerDomain } from '@/lib/service/issuers/verify-issuer-domain'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { mintPerson, type MintedPerson } from '@/test/desk/desk'
import { useDnsServer } from '@/test/network/dns-server'
import { GET } from './route'

useServiceDatabase({ TRUSTED_PROXIES: '' })
const dns = useDnsServer()

let issuer: StoredIssuer
let reader: MintedPerson

beforeAll(async () => {
  setEnv({ ...env(), DNS_RESOLVERS: [dns.address] })
  issuer = await mintIssuer({ attested: false })
  await mintPerson(issuer, 'owner')
  reader = await mintPerson(issuer, 'reader')
})

const page = async (person = reader) =>
  (await (await person.browser.visit(GET, '/dashboard/organization')).text())
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')

describe('answers', () => {
  it('with the record to publish, and what the last asking came to', async () => {
    const record = domainRecord(issuer)
    const before = await page()
    for (const part of [record.name, record.value, 'not verified', 'Publish this record', `/issuers/${issuer.slug}`])
      expect(before).toContain(part)
    dns.zone.set(record.name, { txt: [record.value] })
    await verifyIssuerDomain(issuer.slug, null)
    const after = await page()
    for (const part of ['verified by its DNS record', 'The record was seen at', 'Keep this record published'])
      expect(after).toContain(part)
  })

  it('that it is suspended', async () => {
    await setIssuerStanding(issuer.slug, 'suspended', 'test')
    expect(await page()).toContain('The operator has suspended your organization')
  })
})

describe('isolation', () => {
  it('shows each person their own organization', async () => {
    const other = await mintIssuer()
    const text = await page(await mintPerson(other, 'owner'))
    expect(text).toContain(other.domain)
    expect(text).not.toContain(issuer.domain)
    expect(text).not.toContain('Seen by the tests')
  })
})

describe('refuses', () => {
  it('who is not signed in', async () => {
    const answer = await GET(new Request('https://verify.test/dashboard/organization'))
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      expect.stringContaining('/dashboard/sign-in'),
    ])
  })
})
