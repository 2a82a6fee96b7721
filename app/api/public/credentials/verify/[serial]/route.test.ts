import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { type VerifyAnswer, verifyAnswerShape } from '@/lib/contract/check/verification'
import { couldBeSerial, serialKey } from '@/lib/domain/certificate/serial'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { showCertificate } from '@/lib/service/check/show-certificate'
import { setIssuerStanding } from '@/lib/service/issuers/set-issuer-standing'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { usePlaces } from '@/test/endpoint-fixture'
import { askApi, newAddress } from '@/test/verify-requests'

const CERTIFICATE_FIELDS = [
  ...['event', 'expires_at', 'id', 'issued_at', 'issuer', 'recipient', 'recorded_at', 'revision', 'serial', 'status'],
  ...['verification_url', 'withdrawal_reason', 'withdrawn_at'],
]

describe('GET /api/public/credentials/verify/<serial>', () => {
  const database = useServiceDatabase()
  let issuer: StoredIssuer

  beforeAll(async () => {
    issuer = await mintIssuer()
  })

  async function answerOf(serial: string): Promise<VerifyAnswer> {
    const response = await askApi(serial)
    expect(response.status).toBe(200)
    return verifyAnswerShape.parse(await response.json())
  }

  async function countOf(serial: string): Promise<number> {
    return (await showCertificate(serial)).check_count
  }

  const withdraw = (serial: string, publicReason: string | null = null) =>
    withdrawCertificate(serial, { reason: 'kept inside', publicReason, actor: 'registrar@inside.example' })
  const correct = async (serial: string) =>
    (await correctCertificate(serial, { fullName: 'Ana Lucía' }, { reason: 'kept inside', actor: 'test' })).certificate
      .serial

  describe('answers', () => {
    it('a genuine one with exactly the contract’s fields and headers', async () => {
      const serial = await issueOne(issuer, { email: 'ana@inside.example' })
      const response = await askApi(serial)
      expect(response.status).toBe(200)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'x-request-id': expect.stringMatching(/./),
        'x-ratelimit-limit': '240',
        'x-ratelimit-remaining': '239',
        'x-ratelimit-source': 'memory',
      })
      expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
      const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
      const passed = (id: string) => ({ id, result: 'passed', message: expect.any(String) })
      expect(await response.json()).toEqual({
        success: true,
        certificate: {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          serial,
          status: 'issued',
          revision: 1,
          issued_at: time,
          expires_at: null,
          recorded_at: time,
          withdrawn_at: null,
          withdrawal_reason: null,
          recipient: { full_name: 'Ana-Lucía Müller Nguyễn', registration_number: 'REG-0418' },
          event: { title: 'Basic Safety Training', achievement: 'Passed with distinction', date: '2026-11-03' },
          issuer: {
            name: issuer.name,
            slug: issuer.slug,
            verified_domain: issuer.domain,
            assurance_label: 'Domain attested',
          },
          verification_url: `https://verify.test/verify/${serial}`,
          pdf_url: expect.stringMatching(/^https:\/\/verify\.test\/api\/public\/credentials\/[0-9a-f-]{36}\/pdf$/),
        },
        verification: {
          overall_status: 'verified',
          cryptographic_valid: true,
          verified_at: time,
          checks: [
            ...['integrity', 'signature', 'issuer_key', 'status', 'issuer_standing'].map(passed),
            { id: 'validity_period', result: 'not_applicable', message: expect.any(String) },
          ],
        },
        replacement_certificate: null,
        log: null,
      })
    })

    it('a withdrawn, a superseded and an expired one with 200, each still rightly signed', async () => {
      const withdrawn = await issueOne(issuer)
      await withdraw(withdrawn, 'Issued in error.')
      const replaced = await issueOne(issuer)
      const correction = await correct(replaced)
      const expired = await issueOne(issuer, { issuedAt: new Date('2020-01-01'), expiresAt: new Date('2021-01-01') })
      const [one, two, three] = await Promise.all([withdrawn, replaced, expired].map(answerOf))
      expect(one).toMatchObject({
        certificate: { status: 'withdrawn', withdrawal_reason: 'Issued in error.', withdrawn_at: expect.any(String) },
        verification: { overall_status: 'withdrawn', cryptographic_valid: true },
        replacement_certificate: null,
      })
      expect(two).toMatchObject({
        certificate: { serial: replaced, status: 'superseded' },
        verification: { overall_status: 'superseded', cryptographic_valid: true },
        replacement_certificate: {
          serial: correction,
          status: 'issued',
          revision: 2,
          recipient: { full_name: 'Ana Lucía' },
        },
      })
      expect(three).toMatchObject({
        certificate: { status: 'issued', expires_at: '2021-01-01T00:00:00.000Z' },
        verification: { overall_status: 'expired', cryptographic_valid: true },
      })
      await withdraw(correction)
      expect(await answerOf(replaced)).toMatchObject({
        verification: { overall_status: 'superseded' },
        replacement_certificate: { serial: correction, status: 'withdrawn' },
      })
    })

    it('one of a suspended issuer', async () => {
      const suspended = await mintIssuer()
      const serial = await issueOne(suspended)
      await setIssuerStanding(suspended.slug, 'suspended', 'test')
      expect((await answerOf(serial)).verification).toMatchObject({
        overall_status: 'issuer_suspended',
        cryptographic_valid: true,
      })
    })

    it('an invalid one with nothing in it but its serial', async () => {
      const serial = await issueOne(issuer)
      const client = new pg.Client(database.adminUrl)
      await client.connect()
      await client.query(`UPDATE certificates SET full_name = 'Mallory' WHERE serial = '${serial}'`)
      await client.end()
      const answer = await answerOf(serial)
      expect(answer.verification.overall_status).toBe('invalid')
      expect(answer.certificate).toEqual({
        id: '',
        serial,
        status: 'invalid',
        revision: expect.any(Number),
        issued_at: expect.stringMatching(/^20/),
        expires_at: null,
        recorded_at: '',
        withdrawn_at: null,
        withdrawal_reason: null,
        recipient: { full_name: '', registration_number: null },
        event: { title: '', achievement: '', date: null },
        issuer: { name: '', slug: '', verified_domain: '', assurance_label: '' },
        verification_url: '',
      })
    })

    it('any spelling of a serial, whose own spelling is what it gives back', async () => {
      const serial = await issueOne(issuer, { serial: 'Roll-2026/LOI.9' })
      for (const typed of ['Roll-2026/LOI.9', 'roll2026/1o1.9', ' ROLL – 2026/L0I.9 ', 'roll‑2026/loi.9']) {
        expect((await answerOf(typed)).certificate.serial).toBe(serial)
      }
    })

    it('HEAD without counting it, and counts every GET on the certificate that was asked for', async () => {
      const serial = await issueOne(issuer)
      const head = await askApi(serial, { method: 'HEAD' })
      expect(head.status).toBe(200)
      expect(await countOf(serial)).toBe(0)
      await Promise.all(Array.from({ length: 7 }, () => askApi(serial)))
      // Programs check, too: only pages know link previews.
      await askApi(serial, { headers: { 'user-agent': 'facebookexternalhit/1.1' } })
      expect(await countOf(serial)).toBe(8)
    })
  })

  describe('refuses', () => {
    it.each([
      ...['', ' ', '\0', 'x'.repeat(10_000), '😀😀😀😀', '\ud800', '\udfff-7K3M', 'ABCD\ud83d', '7K3M-9QXT-2VBD-8RWN'],
      ...["' OR 1=1 --", '%00', '%', '..', '../../etc/passwd', '__proto__', 'constructor', 'null', 'A'.repeat(127)],
      ...['verify', 'pdf', 'file', 'status', 'artifacts', 'STATUS', 'İıſK', '00000000-0000-4000-8000-000000000000'],
    ])('%j as no certificate’s: 404', async (serial) => {
      const response = await askApi(serial)
      expect(response.status).toBe(404)
      expect(response.headers.get('retry-after')).toBeNull()
      const unknown = { error: 'No certificate has this serial.', code: 'no_such_certificate' }
      const none = { error: expect.stringMatching(/^This is no serial: /), code: 'not_a_serial' }
      expect(await response.json()).toEqual({ success: false, ...(couldBeSerial(serialKey(serial)) ? unknown : none) })
    })

    it('a genuine serial in whatever comes of copying it or its link: the certificate, counted', async () => {
      const serial = await issueOne(issuer)
      const wide = [...serial].map((one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)).join('')
      const marked = `\u202a\u200e${serial.replaceAll('-', '\u2069-\u2066')}\u061c\u202c`
      const link = `https://verify.test/verify/${serial}`
      const spellings = [
        marked,
        wide,
        `${serial}.`,
        link,
        `${link}?lang=de`,
        `<${link}>`,
        `verify.test/verify/${serial}`,
      ]
      for (const spelling of spellings) expect((await answerOf(spelling)).certificate.serial, spelling).toBe(serial)
      expect(await countOf(serial)).toBe(spellings.length)
    })

    it('a link of another service: no serial', async () => {
      const response = await askApi(`https://verify.test.evil.example/verify/${await issueOne(issuer)}`)
      expect([response.status, await response.json()]).toMatchObject([404, { code: 'not_a_serial' }])
    })

    it.each<Record<string, string>>([
      { 'sec-purpose': 'prefetch' },
      { 'sec-purpose': 'prefetch;prerender' },
      { purpose: 'prefetch' },
    ])('what is fetched ahead of its reader: 503, no verdict, not counted (%j)', async (headers) => {
      const serial = await issueOne(issuer)
      const response = await askApi(serial, { headers })
      expect(response.status).toBe(503)
      expect(response.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
      expect(await response.json()).toEqual({ success: false, error: expect.any(String) })
      expect(await countOf(serial)).toBe(0)
    })

    it('a subresource of another site: 400, counted neither as a check nor against the limit', async () => {
      const serial = await issueOne(issuer)
      const address = newAddress()
      const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' }
      const refused = await askApi(serial, { address, headers })
      expect(refused.status).toBe(400)
      expect(refused.headers.get('x-ratelimit-limit')).toBeNull()
      const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' }
      const answered = await askApi(serial, { address, headers: link })
      expect([answered.status, answered.headers.get('x-ratelimit-remaining')]).toEqual([200, '239'])
      expect(await countOf(serial)).toBe(1)
    })

    it('the 241st request of a minute: 429 with all its headers, not counted as a check', async () => {
      const serial = await issueOne(issuer)
      const address = newAddress()
      await usePlaces('verify', 239, address)
      expect((await askApi(serial, { address })).status).toBe(200)
      const response = await askApi(serial, { address })
      expect(response.status).toBe(429)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'retry-after': expect.stringMatching(/^([1-9]|[1-5]\d|60)$/),
        'x-ratelimit-limit': '240',
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/),
        'x-ratelimit-source': 'memory',
        'cache-control': 'no-store',
      })
      expect(await response.json()).toEqual({ success: false, error: expect.stringMatching(/\.$/) })
      expect((await askApi(serial)).status).toBe(200)
      expect(await countOf(serial)).toBe(2)
    })
  })

  describe('isolation', () => {
    it('lets no column and nothing internal out, whatever the outcome', async () => {
      const email = 'holder@inside.example'
      const withdrawn = await issueOne(issuer, { email })
      await withdraw(withdrawn)
      const replaced = await issueOne(issuer, { email })
      await correct(replaced)
      for (const serial of [await issueOne(issuer, { email }), withdrawn, replaced]) {
        const answer = (await (await askApi(serial)).json()) as VerifyAnswer
        expect(Object.keys(answer).sort()).toEqual([
          'certificate',
          'log',
          'replacement_certificate',
          'success',
          'verification',
        ])
        expect(Object.keys(answer.verification).sort()).toEqual([
          'checks',
          'cryptographic_valid',
          'overall_status',
          'verified_at',
        ])
        for (const certificate of [answer.certificate, answer.replacement_certificate]) {
          if (!certificate) continue
          const files = certificate.status === 'issued' ? ['pdf_url'] : []
          expect(Object.keys(certificate).sort()).toEqual([...CERTIFICATE_FIELDS, ...files].sort())
        }
        expect(JSON.stringify(answer)).not.toMatch(
          /inside|check_count|last_checked|actor|lineage|salt|_note|serial_key/,
        )
      }
    })

    it('tells of two that are asked for at once each its own', async () => {
      const other = await mintIssuer()
      const serials = await Promise.all(
        Array.from({ length: 20 }, (_, n) => issueOne(n % 2 ? issuer : other, { fullName: `Person ${n}` })),
      )
      const answers = await Promise.all(serials.map(answerOf))
      expect(answers.map((answer) => answer.certificate.serial)).toEqual(serials)
      expect(answers.map((answer) => answer.certificate.recipient.full_name)).toEqual(
        serials.map((_, n) => `Person ${n}`),
      )
    })
  })
})
