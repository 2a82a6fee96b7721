import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { env, parseEnv, setEnv } from '@/lib/env'
import { loadReach } from '@/lib/http/limits/reach'
import { withPeerAddress } from '@/lib/http/request-context'
import { addIssuer } from '@/lib/service/issuers/add-issuer'
import { domainRecord } from '@/lib/service/issuers/domain-record'
import { recheckDomains } from '@/lib/service/issuers/recheck-domains'
import { renameIssuer } from '@/lib/service/issuers/rename-issuer'
import { setIssuerStanding } from '@/lib/service/issuers/set-issuer-standing'
import { verifyIssuerDomain } from '@/lib/service/issuers/verify-issuer-domain'
import { workingPool } from '@/lib/store/database/database'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { usePlaces } from '@/test/endpoint-fixture'
import { readHeading } from '@/test/expect-verdict'
import { useDnsServer } from '@/test/network/dns-server'
import { newAddress } from '@/test/verify-requests'
import { GET as PROFILE } from './[issuer]/route'
import { GET } from './route'

const database = useServiceDatabase()
const dns = useDnsServer()
beforeAll(() => setEnv({ ...env(), DNS_RESOLVERS: [dns.address] }))

const request = (path: string, address = newAddress(), headers: HeadersInit = {}) =>
  withPeerAddress(new Request(`https://verify.test${path}`, { headers }), address)
const directory = (query = '', ...more: [string?, HeadersInit?]) => GET(request(`/issuers${query}`, ...more))
const profile = (issuer: string, ...more: [string?, HeadersInit?]) =>
  PROFILE(request('/issuers/x', ...more), { params: Promise.resolve({ issuer }) })

async function html(response: Response, status = 200): Promise<string> {
  expect(response.status).toBe(status)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': expect.stringContaining("default-src 'none'") as string,
    'x-robots-tag': 'noindex, nofollow, noarchive',
  })
  return response.text()
}
const words = (page: string) => page.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

describe('/issuers', () => {
  describe('answers', () => {
    it('with a form and the issuers, without JavaScript', async () => {
      const issuer = await mintIssuer()
      const page = await html(await directory())
      expect(readHeading(page)).toBe('Issuers')
      expect(page).toContain('action="/issuers"')
      expect(page).toContain(`href="/issuers/${issuer.slug}"`)
      expect(page).not.toContain('<script')
    })

    it('page by page, with what was searched for', async () => {
      const word = `w${randomUUID().slice(0, 8)}`
      for (const which of ['a', 'b', 'c'])
        await addIssuer({ name: `${word} ${which}`, slug: `${word}-${which}`, domain: `${word}${which}.example` })
      const first = await html(await directory(`?q=${word}&limit=2`))
      expect(first).toContain(`${word} b`)
      expect(first).not.toContain(`${word} c`)
      const [, next = ''] = /href="\/issuers(\?[^"]*cursor=[^"]*)"/.exec(first) ?? []
      const second = await html(await directory(next.replaceAll('&amp;', '&')))
      expect(second).toContain(`${word} c`)
      expect(second).not.toContain(`${word} a<`)
      expect(second).toContain(`href="/issuers?q=${word}"`)
    })

    it('what is searched for stands there as text alone', async () => {
      const page = await html(await directory(`?q=${encodeURIComponent('"><script>alert(1)</script>')}`))
      expect(page).not.toContain('<script')
      expect(words(page)).toContain('This says nothing about the organization')
    })

    it('who is suspended, and whose domain nobody verified', async () => {
      const [bad, bare] = [await mintIssuer(), await mintIssuer({ attested: false })]
      await setIssuerStanding(bad.slug, 'suspended', 'test')
      expect(words(await html(await directory(`?q=${bad.slug}`)))).toMatch(/Domain attested Suspended by the operator/)
      expect(words(await html(await directory(`?q=${bare.slug}`)))).toContain('Domain not verified')
    })
  })

  describe('refuses', () => {
    it('what is no page of it', async () => {
      for (const query of ['?cursor=x', '?limit=0', `?q=${'a'.repeat(201)}`]) {
        const page = await html(await directory(query), 400)
        expect(readHeading(page)).toBe('This page of the directory cannot be opened')
      }
    })

    it('too many', async () => {
      const address = newAddress()
      await usePlaces('issuer_directory', 119, address)
      expect((await directory('?q=nobody', address)).status).toBe(200)
      const response = await directory('', address)
      expect(response.headers.get('retry-after')).not.toBeNull()
      expect(readHeading(await html(response, 429))).toBe('Too many requests from your network')
    })
  })
})

describe('/issuers/<slug>', () => {
  describe('answers', () => {
    it('how and when the domain was verified, and by whom', async () => {
      const issuer = await mintIssuer({ attested: false })
      const record = domainRecord(issuer)
      expect(words(await html(await profile(issuer.slug)))).toContain('Nobody has verified a domain of this issuer.')
      dns.zone.set(record.name, { txt: [record.value] })
      await verifyIssuerDomain(issuer.slug, null)
      const page = await html(await profile(issuer.slug))
      const [, name] = /<h1>(?:<[^>]*>)*([^<]*)/.exec(page) ?? []
      expect(name).toBe(issuer.name)
      expect(page).toContain(`<title>${issuer.name} · `)
      expect(words(page)).toMatch(
        /Domain verified \. Verified by a DNS record on \d+ \w+ 20\d\d \. The record was last seen on/,
      )
      expect(page).toContain('"@type":"Organization"')
      expect(page).toContain(`href="/issuers/${issuer.id}/jwks.json"`)
      const attested = await mintIssuer()
      const other = words(await html(await profile(attested.slug)))
      expect(other).toMatch(/The operator of this service vouched for it on \d+ \w+ 20\d\d \./)
      expect(other).not.toContain('Seen by the tests')
    })

    it('since when DNS has not answered for the domain, and nothing of it before thirty days', async () => {
      const issuer = await mintIssuer({ attested: false })
      const { name, value } = domainRecord(issuer)
      dns.zone.set(name, { txt: [value] })
      await verifyIssuerDomain(issuer.slug, null)
      const letPass = (days: number) =>
        database.asOwner(`
          ALTER TABLE domain_checks DISABLE TRIGGER domain_checks_append_only;
          UPDATE domain_checks SET at = at - ${days} * interval '1 day' WHERE issuer_id = '${issuer.id}';
          ALTER TABLE domain_checks ENABLE ALWAYS TRIGGER domain_checks_append_only`)
      await letPass(29)
      dns.zone.set(name, 'servfail')
      await recheckDomains()
      expect(words(await html(await profile(issuer.slug)))).not.toContain('DNS has not answered')
      await letPass(2)
      expect(words(await html(await profile(issuer.slug)))).toMatch(
        /Domain verified.*last seen on .*DNS has not answered for this domain since .*\. Nobody knows if the record is still there/,
      )
    })

    it('that it is suspended, first of all', async () => {
      const issuer = await mintIssuer()
      await setIssuerStanding(issuer.slug, 'suspended', 'test')
      const page = await html(await profile(issuer.slug))
      expect(page).toContain('class="verdict stop"')
      expect(page).not.toContain('"@type":"Organization"')
    })

    it('its website as a link only below the verified domain', async () => {
      const slug = `site-${randomUUID().slice(0, 8)}`
      const add = (n: string, website: string) =>
        addIssuer({ name: `${slug} ${n}`, slug: `${slug}-${n}`, domain: `${slug}${n}.example`, website })
      await add('own', `https://www.${slug}own.example/about`)
      await add('far', 'https://evil.example/')
      await add('near', `https://not${slug}near.example/`)
      for (const which of ['own', 'far', 'near']) await verifyIssuerDomain(`${slug}-${which}`, 'Seen by the tests.')
      expect(await html(await profile(`${slug}-own`))).toContain(
        `<a href="https://www.${slug}own.example/about" rel="noopener noreferrer nofollow">`,
      )
      const far = await html(await profile(`${slug}-far`))
      expect(far).not.toContain('href="https://evil')
      expect(words(far)).toContain('evil.example')
      expect(await html(await profile(`${slug}-near`))).not.toContain('href="https://not')
    })

    it('a domain in punycode as what it is', async () => {
      const slug = `puny-${randomUUID().slice(0, 8)}`
      await addIssuer({ name: `Name ${slug}`, slug, domain: `пример-${slug}.example` })
      await verifyIssuerDomain(slug, 'Seen by the tests.')
      const page = words(await html(await profile(slug)))
      expect(page).toMatch(/xn--[a-z0-9-]+\.example/)
      expect(page).toContain(`In its own letters: пример-${slug}.example`)
    })

    it('308 for an earlier slug', async () => {
      const issuer = await mintIssuer()
      await renameIssuer(issuer.slug, `${issuer.slug}-b`)
      const response = await profile(issuer.slug)
      const { status, headers } = response
      expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([
        308,
        `/issuers/${issuer.slug}-b`,
        'no-store',
      ])
    })

    it('in the language of the visitor, from right to left too', async () => {
      const issuer = await mintIssuer()
      const page = await html(await profile(issuer.slug, newAddress(), { 'accept-language': 'ar' }))
      expect(page).toContain('dir="rtl"')
      expect(page).toContain('المفاتيح')
    })
  })

  describe('refuses', () => {
    it('whatever leads to nobody, with one and the same page', async () => {
      const issuer = await mintIssuer()
      const asked = [
        'nobody-at-all',
        issuer.id,
        '',
        'A',
        '../x',
        'a\u0000b',
        '\ud800',
        '😀',
        'x'.repeat(10_000),
        issuer.slug.toUpperCase(),
      ]
      const pages = await Promise.all(asked.map(async (slug) => html(await profile(slug), 404)))
      expect(new Set(pages).size).toBe(1)
      expect(readHeading(pages[0] ?? '')).toBe('No such issuer')
    })
  })

  describe('isolation', () => {
    it('says nothing of a row that somebody else wrote', async () => {
      const issuer = await mintIssuer()
      await workingPool().query(`UPDATE issuers SET name = 'Harvard University' WHERE id = $1`, [issuer.id])
      const page = await html(await profile(issuer.slug), 503)
      expect(readHeading(page)).toBe('Could not be read just now')
      expect(page).not.toContain('Harvard')
    })
  })
})

describe('both pages', () => {
  it('lead elsewhere where they are not served', async () => {
    const database = (name: string) => fileURLToPath(new URL(`../../test/data/geoip/${name}.mmdb`, import.meta.url))
    await loadReach(
      parseEnv({
        SERVED_COUNTRIES: 'GB',
        GEOIP_COUNTRY_DB: database('GeoLite2-Country-Test'),
        GEOIP_ANONYMOUS_DB: database('GeoIP2-Anonymous-IP-Test'),
      }),
    )
    try {
      for (const response of [await directory('', '89.160.20.112'), await profile('nobody-at-all', '81.2.69.160')])
        expect([response.status, response.headers.get('location')]).toEqual([307, '/not-available'])
      expect((await directory('', '2.125.160.216')).status).toBe(200)
    } finally {
      await loadReach(parseEnv({}))
    }
  })
})
