import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { issuerAnswerShape } from '@/lib/contract/issuer/issuer'
import { withPeerAddress } from '@/lib/http/request-context'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { addIssuer } from '@/lib/service/issuers/add-issuer'
import { renameIssuer } from '@/lib/service/issuers/rename-issuer'
import { setIssuerStanding } from '@/lib/service/issuers/set-issuer-standing'
import { compromiseIssuerKey } from '@/lib/service/keys/compromise-issuer-key'
import { listSigningKeys } from '@/lib/service/keys/list-signing-keys'
import { workingPool } from '@/lib/store/database/database'
import { forgetLookedFor } from '@/lib/store/records/looked-for'
import { badgeOf, placeOf } from '@/test/badges/badge-requests'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { whileLost } from '@/test/database/while-lost'
import { fetchPublished } from '@/test/published-documents'
import { newAddress } from '@/test/verify-requests'
import { GET as directory } from '../route'
import { GET } from './route'

const service = useServiceDatabase()

const ask = (slug: string, address = newAddress()) =>
  GET(withPeerAddress(new Request('https://verify.test/api/public/issuers/x'), address), {
    params: Promise.resolve({ slug }),
  })

async function profileOf(slug: string) {
  const response = await ask(slug)
  expect(response.status).toBe(200)
  return issuerAnswerShape.strict().parse(await response.json()).issuer
}

describe('GET /api/public/issuers/<slug>', () => {
  describe('answers', () => {
    it('with who the issuer is', async () => {
      const issuer = await mintIssuer()
      await issueOne(issuer)
      await correctCertificate(await issueOne(issuer), { achievement: 'Passed' }, { reason: 'test', actor: 'test' })
      const profile = await profileOf(issuer.slug)
      expect(profile).toEqual({
        name: issuer.name,
        slug: issuer.slug,
        verified_domain: issuer.domain,
        assurance_label: 'Domain attested',
        standing: 'good',
        profile_url: `https://verify.test/issuers/${issuer.slug}`,
        since: expect.any(String) as string,
        did: issuer.did,
        jwks_url: `https://verify.test/issuers/${issuer.id}/jwks.json`,
        website: null,
        contact: null,
        description: null,
        domain_check: {
          method: 'attested',
          verified_at: expect.any(String) as string,
          last_seen_at: null,
          unanswered_since: null,
        },
        keys: [
          {
            key_id: expect.stringContaining(`${issuer.did}#`) as string,
            algorithm: expect.any(String) as string,
            state: 'active',
          },
          {
            key_id: expect.stringContaining(`${issuer.did}#`) as string,
            algorithm: expect.any(String) as string,
            state: 'active',
          },
        ],
        certificates: 2,
      })
    })

    it('without a domain that nobody verified', async () => {
      const issuer = await mintIssuer({ attested: false })
      const profile = await profileOf(issuer.slug)
      expect(profile).toMatchObject({
        verified_domain: '',
        assurance_label: 'Domain not verified',
        domain_check: null,
        certificates: 0,
      })
      expect(JSON.stringify(profile)).not.toContain(issuer.domain)
    })

    it('with what the operator and its keys say against it', async () => {
      const issuer = await mintIssuer()
      await setIssuerStanding(issuer.slug, 'suspended', 'test')
      const [key] = (await listSigningKeys(issuer.slug)).keys
      await compromiseIssuerKey(issuer.slug, key?.keyId ?? '', Date.now() - 60_000, 'test')
      const { standing, keys } = await profileOf(issuer.slug)
      expect([standing, ...keys.map(({ state }) => state)]).toEqual([
        'suspended',
        ...['active', 'active', 'compromised', 'compromised'],
      ])
    })

    it('308 for an earlier slug, to the current one', async () => {
      const issuer = await mintIssuer()
      await renameIssuer(issuer.slug, `${issuer.slug}-b`)
      await renameIssuer(`${issuer.slug}-b`, `${issuer.slug}-c`)
      for (const slug of [issuer.slug, `${issuer.slug}-b`]) {
        const response = await ask(slug)
        expect([response.status, response.headers.get('location'), response.headers.get('cache-control')]).toEqual([
          308,
          `/api/public/issuers/${issuer.slug}-c`,
          'no-store',
        ])
        expect(await response.json()).toMatchObject({ success: false })
      }
      await expect(
        addIssuer({ name: `Other ${issuer.slug}`, slug: issuer.slug, domain: `other-${issuer.domain}` }),
      ).rejects.toMatchObject({ code: 'malformed' })
    })

    it('with the headers of its group', async () => {
      const response = await ask('nobody-at-all')
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'x-ratelimit-limit': '180',
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex, nofollow, noarchive',
      })
    })
  })

  describe('refuses', () => {
    it('whatever leads to nobody, with one and the same answer', async () => {
      const issuer = await mintIssuer()
      const asked = [
        'nobody-at-all',
        issuer.id,
        randomUUID(),
        '',
        'A',
        '../x',
        'a\u0000b',
        '😀',
        'x'.repeat(10_000),
        issuer.slug.toUpperCase(),
        'verify',
        '__proto__',
        ` ${issuer.slug}`,
      ]
      const answers = await Promise.all(
        asked.map(async (slug) => {
          const response = await ask(slug)
          return `${response.status} ${await response.text()}`
        }),
      )
      expect(new Set(answers)).toEqual(new Set(['404 {"success":false,"error":"No issuer matches."}']))
    })
  })

  describe('of an issuer of which rows are lost', () => {
    const find = (q: string) =>
      directory(withPeerAddress(new Request(`https://verify.test/api/public/issuers?q=${q}`), newAddress()))
    const published = async (path: string) => (await fetchPublished(`https://verify.test${path}`)).status

    it('says nowhere that there is no such issuer, and no such document of one', async () => {
      const issuer = await mintIssuer()
      const { list } = placeOf(await badgeOf(await issueOne(issuer)))
      const own = `WHERE issuer_id = '${issuer.id}'`
      const documents = ['did', 'jwks'].map((name) => `/issuers/${issuer.id}/${name}.json`)
      const whole = async () => {
        const statuses = [await ask(issuer.slug), await find(issuer.slug)].map(({ status }) => status)
        return [...statuses, ...(await Promise.all([...documents, `/api/public/status/${list}`].map(published)))]
      }
      expect(await whole()).toEqual([200, 200, 200, 200, 200])
      expect((await ask('nobody-at-all')).status).toBe(404)
      const losses = {
        issuers: [`WHERE id = '${issuer.id}'`, [503, 503, 503, 503, 503]],
        issuer_slugs: [own, [503, 200, 200, 200, 200]],
        issuer_words: [own, [200, 503, 200, 200, 200]],
        status_lists: [own, [200, 200, 200, 200, 503]],
      } as const
      for (const [table, [rows, expected]] of Object.entries(losses)) {
        await whileLost(service.adminUrl, [table, rows], async () => {
          forgetLookedFor()
          expect([table, await whole()]).toEqual([table, expected])
        })
      }
      forgetLookedFor()
      expect(await published(`/issuers/${randomUUID()}/did.json`)).toBe(404)
      expect(await published(`/api/public/status/${randomUUID()}`)).toBe(404)
      expect([(await ask('nobody-at-all')).status, (await find('nobody')).status]).toEqual([404, 200])
    })

    it('asks the database for all issuers once, however many unknown slugs are asked for', async () => {
      forgetLookedFor()
      const query = vi.spyOn(pg.Client.prototype, 'query')
      onTestFinished(() => query.mockRestore())
      for (const slug of ['nobody-a', 'nobody-b', 'nobody-c']) expect((await ask(slug)).status).toBe(404)
      const texts = query.mock.calls.map(([asked]) => JSON.stringify(asked))
      expect(texts.filter((text) => /FROM issuers i WHERE NOT EXISTS/.test(text))).toHaveLength(1)
    })
  })

  describe('isolation', () => {
    it.each([
      `name = 'Harvard University'`,
      `domain = 'harvard.example'`,
      `assurance = 'verified'`,
      'mac = NULL',
      'suspended = true',
    ])('says nothing of a row where somebody else wrote %s', async (set) => {
      const issuer = await mintIssuer()
      await workingPool().query(`UPDATE issuers SET ${set} WHERE id = $1`, [issuer.id])
      const response = await ask(issuer.slug)
      const body = await response.text()
      expect(response.status).toBe(503)
      expect(body).not.toMatch(/Harvard|harvard|Institute/)
      expect(response.headers.get('retry-after')).not.toBeNull()
      // The next one must find its name free.
      await workingPool().query(`UPDATE issuers SET name = 'x' || id, domain = id || '.example' WHERE id = $1`, [
        issuer.id,
      ])
    })

    it('publishes neither what the operator saw nor anybody’s keys', async () => {
      const issuer = await mintIssuer()
      const text = await (await ask(issuer.slug)).text()
      expect(text).not.toContain('Seen by the tests')
      // As names of members: a key's thumbprint may well hold the three letters.
      expect(text).not.toMatch(/"[^"]*(mac|sealed|skeleton)[^"]*":/)
    })
  })
})
