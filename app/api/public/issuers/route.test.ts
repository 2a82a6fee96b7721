import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issuersAnswerShape, type IssuersAnswer } from '@/lib/contract/issuer/issuer'
import { env, parseEnv, setEnv } from '@/lib/env'
import { loadReach } from '@/lib/http/limits/reach'
import { withPeerAddress } from '@/lib/http/request-context'
import { addIssuer } from '@/lib/service/issuers/add-issuer'
import { renameIssuer } from '@/lib/service/issuers/rename-issuer'
import { setIssuerStanding } from '@/lib/service/issuers/set-issuer-standing'
import { verifyIssuerDomain } from '@/lib/service/issuers/verify-issuer-domain'
import { workingPool } from '@/lib/store/database/database'
import { useServiceDatabase } from '@/test/database/service-database'
import { usePlaces } from '@/test/endpoint-fixture'
import { newAddress } from '@/test/verify-requests'
import { GET } from './route'

useServiceDatabase()

const ask = (query = '', address = newAddress()) =>
  GET(withPeerAddress(new Request(`https://verify.test/api/public/issuers${query}`), address))

async function found(query = ''): Promise<IssuersAnswer> {
  const response = await ask(query)
  const body: unknown = await response.json()
  expect([response.status, body]).toEqual([200, expect.anything()])
  return issuersAnswerShape.strict().parse(body)
}
const slugs = async (query: string) => (await found(query)).issuers.map(({ slug }) => slug)
const q = (text: string) => `?q=${encodeURIComponent(text)}`

beforeAll(async () => {
  const add = (name: string, slug: string, domain: string) => addIssuer({ name, slug, domain })
  await add('Écoles Réunies de l’Île', 'ecoles-reunies', 'ecoles.example')
  await add('Northshore Maritime College', 'northshore', 'northshore.example')
  await add('Zürcher Hochschule', 'zurich', 'xn--zrich-kva.example')
  await add('جامعة الشمال', 'shamal', 'shamal.example')
  await add('Claims A Lot', 'claims', 'harvard.example')
  await add('Suspended School', 'suspended-school', 'closed.example')
  for (const slug of ['northshore', 'zurich', 'suspended-school']) await verifyIssuerDomain(slug, 'Seen by the tests.')
  await setIssuerStanding('suspended-school', 'suspended', 'test')
})

describe('GET /api/public/issuers', () => {
  describe('answers', () => {
    it('with every issuer, in order of names, whatever their domains', async () => {
      const { issuers, next_cursor } = await found()
      expect(next_cursor).toBeNull()
      expect(issuers.map(({ slug }) => slug)).toEqual([
        'claims',
        'ecoles-reunies',
        'northshore',
        'suspended-school',
        'zurich',
        'shamal',
      ])
      expect(issuers[2]).toEqual({
        name: 'Northshore Maritime College',
        slug: 'northshore',
        verified_domain: 'northshore.example',
        assurance_label: 'Domain attested',
        standing: 'good',
        profile_url: 'https://verify.test/issuers/northshore',
        description: null,
      })
      expect(issuers[0]).toMatchObject({ verified_domain: '', assurance_label: 'Domain not verified' })
      expect(issuers[3]).toMatchObject({ standing: 'suspended' })
    })

    it.each([
      ['north', ['northshore']],
      ['NORTHSHORE', ['northshore']],
      ['college mari', ['northshore']],
      ['ecoles', ['ecoles-reunies']],
      ['écoles réun', ['ecoles-reunies']],
      ['lile', ['ecoles-reunies']],
      ['ecoles-r', ['ecoles-reunies']],
      ['northshore.ex', ['northshore']],
      ['zürich.example', ['zurich']],
      ['xn--zrich', ['zurich']],
      ['zurcher', ['zurich']],
      ['الشمال', ['shamal']],
      ['school sus', ['suspended-school']],
      ['hore', []],
      ['nowhere', []],
      ['north nowhere', []],
      ['…!', []],
      ['100%', []],
      ['\\', []],
      ["' OR 1=1 --", []],
      ['north\u0000college', ['northshore']],
    ])('to %j with %j', async (text, expected) => expect(await slugs(q(text))).toEqual(expected))

    it('to a domain that is only claimed with nobody', async () => {
      expect(await slugs(q('harvard'))).toEqual([])
      expect(await slugs(q('claims'))).toEqual(['claims'])
    })

    it('page by page, each issuer once', async () => {
      const seen: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page: IssuersAnswer = await found(`?limit=2${cursor && `&cursor=${cursor}`}`)
        expect(page.issuers.length).toBeLessThanOrEqual(2)
        seen.push(...page.issuers.map(({ slug }) => slug))
        cursor = page.next_cursor
      }
      expect(seen).toEqual((await found()).issuers.map(({ slug }) => slug))
    })

    it('by an earlier slug too', async () => {
      await renameIssuer('shamal', 'shamal-university')
      expect(await slugs(q('shamal'))).toEqual(['shamal-university'])
    })

    it('with the headers of its group', async () => {
      const response = await ask()
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'x-ratelimit-limit': '120',
        'x-ratelimit-remaining': '119',
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex, nofollow, noarchive',
      })
    })
  })

  describe('refuses', () => {
    it.each([
      ['?limit=0', /limit/],
      ['?limit=101', /limit/],
      ['?limit=1e1', /limit/],
      ['?limit=', /limit/],
      ['?cursor=', /cursor/],
      ['?cursor=x', /cursor/],
      [`?cursor=${btoa('{}')}`, /cursor/],
      [`?cursor=${btoa('["a","b"]')}`, /cursor/],
      [`?cursor=${btoa('["\\u0000","5f0c1c0e-31ab-4dc5-9d58-5a4d1f8f2a77"]').replaceAll('=', '')}`, /cursor/],
      [`?q=${'a'.repeat(201)}`, /characters/],
      ['?q=a&q=b', /twice/],
    ])('%s', async (query, sentence) => {
      const response = await ask(query)
      const body = (await response.json()) as { error: string }
      expect([response.status, body]).toMatchObject([400, { success: false }])
      expect(body.error).toMatch(sentence)
    })

    it('the 121st of a minute', async () => {
      const address = newAddress()
      await usePlaces('issuer_directory', 119, address)
      expect([(await ask('', address)).status, (await ask('', address)).status]).toEqual([200, 429])
    })

    it('where it is not served', async () => {
      const database = (name: string) =>
        fileURLToPath(new URL(`../../../../test/data/geoip/${name}.mmdb`, import.meta.url))
      await loadReach(
        parseEnv({
          SERVED_COUNTRIES: 'GB',
          GEOIP_COUNTRY_DB: database('GeoLite2-Country-Test'),
          GEOIP_ANONYMOUS_DB: database('GeoIP2-Anonymous-IP-Test'),
        }),
      )
      try {
        for (const address of ['89.160.20.112', '81.2.69.160', '71.160.223.1']) {
          const response = await ask('', address)
          expect([response.status, response.headers.get('location')]).toEqual([307, '/not-available'])
        }
        expect((await ask('', '2.125.160.216')).status).toBe(200)
      } finally {
        await loadReach(parseEnv({}))
      }
    })
  })

  describe('isolation', () => {
    const before = () => env()
    let kept: ReturnType<typeof before>
    beforeAll(() => (kept = before()))
    afterAll(() => setEnv(kept))

    it('says nothing of a row that somebody else wrote', async () => {
      const name = `'Harvard University'`
      await workingPool().query(`UPDATE issuers SET name = ${name} WHERE domain = 'harvard.example'`)
      expect(await slugs(q('harvard'))).toEqual([])
      expect(await slugs('')).not.toContain('claims')
      await workingPool().query(`UPDATE issuers SET name = 'Claims A Lot' WHERE domain = 'harvard.example'`)
      expect(await slugs(q('claims'))).toEqual(['claims'])
    })

    it('does not call the directory empty with another key encryption key', async () => {
      setEnv({ ...kept, KEY_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') })
      expect((await ask()).status).toBe(503)
      setEnv(kept)
    })

    it('finds by an index', async () => {
      await workingPool().query('ANALYZE issuer_words')
      const client = await workingPool().connect()
      try {
        await client.query('SET enable_seqscan = off')
        for (const where of [`word = ''`, `word >= 'n' AND word < 'n\u{10ffff}'`]) {
          const { rows } = await client.query<{ 'QUERY PLAN': string }>(
            `EXPLAIN SELECT issuer_id, sort_name FROM issuer_words WHERE ${where}
             ORDER BY sort_name, issuer_id LIMIT 20`,
          )
          const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
          expect(plan).toMatch(/Index.* issuer_words_pkey[\s\S]*Index Cond: \(.*word/)
        }
      } finally {
        await client.query('RESET enable_seqscan')
        client.release()
      }
    })
  })
})
