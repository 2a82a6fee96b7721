import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import type { OverallStatus, VerifyAnswer } from '@/lib/contract/check/verification'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { showCertificate } from '@/lib/service/check/show-certificate'
import { setIssuerStanding } from '@/lib/service/issuers/set-issuer-standing'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { usePlaces } from '@/test/endpoint-fixture'
import { headingOf, readHeading } from '@/test/expect-verdict'
import { askApi, askPage, newAddress } from '@/test/verify-requests'

const SENSITIVE = /Müller|Ana-Lucía|REG-0418|Institute|genuine|withdrawn|replaced|valid|expired|suspended/i

function readTitles(html: string): string {
  const head = html.slice(0, html.indexOf('<body'))
  const meta = [...head.matchAll(/<meta (?:property|name)="(?:og:|twitter:|description)[^>]*>/g)].map(([tag]) => tag)
  return [/<title>.*?<\/title>/.exec(head)?.[0], ...meta].join('\n')
}

describe('GET /verify/<serial>', () => {
  const database = useServiceDatabase()
  const serials = new Map<OverallStatus, string>()

  beforeAll(async () => {
    const issuer = await mintIssuer()
    const names: OverallStatus[] = ['verified', 'withdrawn', 'superseded', 'invalid']
    for (const name of names) serials.set(name, await issueOne(issuer))
    const past = { issuedAt: new Date('2020-01-01'), expiresAt: new Date('2021-01-01') }
    serials.set('expired', await issueOne(issuer, past))
    const suspended = await mintIssuer()
    serials.set('issuer_suspended', await issueOne(suspended))
    await setIssuerStanding(suspended.slug, 'suspended', 'test')
    await withdrawCertificate(serials.get('withdrawn') ?? '', {
      reason: 'kept inside',
      publicReason: null,
      actor: 'test',
    })
    await correctCertificate(
      serials.get('superseded') ?? '',
      { fullName: 'B C' },
      { reason: 'kept inside', actor: 'test' },
    )
    const client = new pg.Client(database.adminUrl)
    await client.connect()
    await client.query(`UPDATE certificates SET full_name = 'Mallory' WHERE serial = '${serials.get('invalid')}'`)
    await client.end()
  })

  async function countOf(serial: string): Promise<number> {
    return (await showCertificate(serial)).check_count
  }

  const genuine = () => serials.get('verified') ?? ''

  describe('answers', () => {
    it.each(['verified', 'withdrawn', 'superseded', 'issuer_suspended', 'expired', 'invalid'] as const)(
      '%s with 200, as the API does',
      async (outcome) => {
        const serial = serials.get(outcome) ?? ''
        const [page, api] = await Promise.all([askPage(serial), askApi(serial)])
        const { verification } = (await api.json()) as VerifyAnswer
        expect([page.status, api.status, verification.overall_status]).toEqual([200, 200, outcome])
        const html = await page.text()
        expect(readHeading(html)).toBe(headingOf(outcome))
        expect(html).not.toMatch(/kept inside|Mallory/)
        expect(html.includes('No end date')).toBe(outcome !== 'invalid' && outcome !== 'expired')
        expect(readTitles(html)).toMatch(/<title>[^<]+<\/title>/)
        expect(readTitles(html)).not.toMatch(SENSITIVE)
      },
    )

    it('with a form for a receipt, whatever the outcome, which no crawler follows', async () => {
      for (const [outcome, serial] of serials) {
        const html = await (await askPage(serial)).text()
        const address = `/api/public/credentials/verify/${encodeURIComponent(serial)}/receipt`
        expect(html, outcome).toContain(`action="${address}"`)
        expect(html, outcome).not.toContain(`href="${address}`)
        expect(html).not.toContain('rel="prefetch"')
      }
    })

    it('with the headers of a verdict', async () => {
      const { headers } = await askPage(genuine())
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'private, no-store',
        'x-robots-tag': 'noindex, nofollow, noarchive',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-request-id': expect.stringMatching(/./),
        'x-ratelimit-limit': '240',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      })
    })

    it('what a chat program previews and HEAD without counting them, and counts a person', async () => {
      const serial = await issueOne(await mintIssuer())
      const bots = [
        'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
        'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
        'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
        'WhatsApp/2.23.20.0',
        'TelegramBot (like TwitterBot)',
        'http.rb/5.1.1 (Mastodon/4.1.2; +https://example.org/)',
        'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5',
      ]
      for (const bot of bots) expect((await askPage(serial, { headers: { 'user-agent': bot } })).status).toBe(200)
      expect((await askPage(serial, { method: 'HEAD' })).status).toBe(200)
      expect(await countOf(serial)).toBe(0)
      const people = [
        'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/22A [FBAN/FBIOS;FBAV/480.0]',
        'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130 Safari/537.36 Teams/24.1 MSTeams',
        '',
      ]
      for (const person of people) await askPage(serial, { headers: { 'user-agent': person } })
      expect(await countOf(serial)).toBe(people.length)
    })
  })

  it.each(['.', '_', '/'])('leads to the serial whose groups stand with %j between them', async (mark) => {
    const answer = await askPage(genuine().replaceAll('-', mark).toLowerCase())
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/verify/${genuine()}`])
  })

  it.each([
    'ACME.2026.0001.0009',
    'ACME/2026/0001/0009',
    '7k3m.9qxt.2vbd.8rwn',
    'A/2026-0001-2345-6786',
    'certificate-7K3M-9QXT-2VBD-8RWN.pdf',
  ])(
    'says of %s, as it is written, that there is no such number: none of ours exists that it could be read as',
    async (written) => {
      const answer = await askPage(written)
      expect([answer.status, answer.headers.get('location')]).toEqual([404, null])
      const html = await answer.text()
      expect(html).toContain(written)
      expect(html).toContain('class="verdict unknown"')
    },
  )

  it('counts a certificate once whose groups stand with points between them', async () => {
    const serial = await issueOne(await mintIssuer())
    const { headers } = await askPage(serial.replaceAll('-', '.'))
    expect(await countOf(serial)).toBe(0)
    await askPage(headers.get('location')?.split('/').at(-1) ?? '')
    expect(await countOf(serial)).toBe(1)
  })

  it('shows the certificate of an issuer’s own serial that is written like one of ours', async () => {
    const issuer = await mintIssuer()
    const serial = await issueOne(issuer, { serial: genuine().replaceAll('-', '.') })
    const answer = await askPage(serial)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain(serial)
  })

  it('shows the certificate of an issuer’s own serial in which a serial of ours could stand, and else leads to that', async () => {
    const serial = await issueOne(await mintIssuer(), { serial: 'A/2026-0001-2345-6786' })
    expect((await askPage(serial)).status).toBe(200)
    const file = await askPage(`certificate-${genuine()}.pdf`)
    expect([file.status, file.headers.get('location')]).toEqual([303, `/verify/${genuine()}`])
  })

  it('shows only the beginning of a path that no serial is as long as, and looks for no serial in it', async () => {
    const long = `${serials.get('verified') ?? ''} ${'7K3M-'.repeat(5000)}`
    const answer = await askPage(long)
    expect(answer.status).toBe(404)
    expect((await answer.text()).length).toBeLessThan(60_000)
    const pasted = await askPage(`see ${serials.get('verified') ?? ''} ${'x '.repeat(100)}`)
    expect(pasted.status).toBe(303)
  })

  describe('refuses', () => {
    it.each([
      '',
      '\0',
      'x'.repeat(10_000),
      '😀',
      '\ud800',
      'a\udfff',
      '7K3M-9QXT-2VBD-8RWN',
      '<script>',
      '%',
      'pdf',
      'status',
    ])('%j with 404 and the same headers', async (serial) => {
      const response = await askPage(serial)
      expect(response.status).toBe(404)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'cache-control': 'private, no-store',
        'x-robots-tag': 'noindex, nofollow, noarchive',
        'referrer-policy': 'no-referrer',
      })
      const html = await response.text()
      expect(/data-outcome="(\w+)"/.exec(html)?.[1]).toBe('not_found')
      expect(html.includes('<script>')).toBe(false)
      expect((await askApi(serial)).status).toBe(404)
    })

    it('what is fetched ahead of its reader: 503, no verdict, not counted', async () => {
      const serial = await issueOne(await mintIssuer())
      const ahead: Record<string, string>[] = [{ 'sec-purpose': 'prefetch;prerender' }, { purpose: 'prefetch' }]
      for (const headers of ahead) {
        const response = await askPage(serial, { headers })
        expect(response.status).toBe(503)
        expect(response.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
        const html = await response.text()
        expect(/data-outcome="(\w+)"/.exec(html)?.[1]).toBe('prefetch')
        expect(html).not.toMatch(/Müller/)
      }
      expect(await countOf(serial)).toBe(0)
    })

    it('a page that embeds it from another site: 400, not counted', async () => {
      const serial = await issueOne(await mintIssuer())
      const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' }
      expect((await askPage(serial, { headers })).status).toBe(400)
      expect(await countOf(serial)).toBe(0)
    })

    it('more than 240 of an address in a minute, together with the API: 429, not counted', async () => {
      const serial = await issueOne(await mintIssuer())
      const address = newAddress()
      await usePlaces('verify', 238, address)
      for (const ask of [askApi, askPage]) expect((await ask(serial, { address })).status).toBe(200)
      // Too many is too many, also ahead of a reader.
      const purposes: Record<string, string>[] = [{}, { 'sec-purpose': 'prefetch' }]
      for (const headers of purposes) {
        const response = await askPage(serial, { address, headers })
        expect(response.status).toBe(429)
        expect(Object.fromEntries(response.headers)).toMatchObject({
          'retry-after': expect.stringMatching(/^\d+$/),
          'x-ratelimit-limit': '240',
          'x-ratelimit-remaining': '0',
          'x-ratelimit-reset': expect.stringMatching(/Z$/),
          'x-ratelimit-source': 'memory',
          'cache-control': 'no-store',
          'x-robots-tag': 'noindex, nofollow, noarchive',
        })
        expect(/data-outcome="(\w+)"/.exec(await response.text())?.[1]).toBe('too_many')
      }
      expect(await countOf(serial)).toBe(2)
    })
  })
})
