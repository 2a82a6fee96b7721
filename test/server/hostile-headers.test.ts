import { beforeAll, describe, expect, it } from 'vitest'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { loadRoutes } from '@/server/exchange/routes'
import { badgeOf, placeOf } from '@/test/badges/badge-requests'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { newAddress } from '@/test/verify-requests'
import { exchange } from './http-exchange'
import { useLiveService } from './live-service'
import { rawRequest } from './raw-request'

const REASONS = { reason: 'test', actor: 'test', publicReason: null }
const FILES = ['pdf', 'signed', 'openbadge', 'openbadge?format=jwt', 'refresh']

useServiceDatabase({ TRUSTED_PROXIES: '127.0.0.0/8' })
const live = useLiveService()
let serial: string
let withdrawn: string
let replaced: string
let list: string
let etags: Record<string, string>

const ask = (ref: string, file: string, headers: Record<string, string | string[]> = {}, method = 'GET') =>
  exchange(method, `${live.origin}/api/public/credentials/${ref}/${file}`, {
    'x-forwarded-for': newAddress(),
    ...headers,
  })

beforeAll(async () => {
  const issuer = await mintIssuer()
  ;[serial, withdrawn, replaced] = [await issueOne(issuer), await issueOne(issuer), await issueOne(issuer)]
  list = placeOf(await badgeOf(serial)).list
  const tagOf = async (ref: string) => (await ask(ref, 'pdf')).headers.etag ?? ''
  etags = { [serial]: await tagOf(serial), [withdrawn]: await tagOf(withdrawn), [replaced]: await tagOf(replaced) }
  await withdrawCertificate(withdrawn, REASONS)
  await correctCertificate(replaced, { fullName: 'B' }, REASONS)
})

describe('a file that is no longer served', () => {
  it('is 410 under every condition, before any of them is looked at', async () => {
    for (const ref of [withdrawn, replaced]) {
      const etag = etags[ref] ?? ''
      for (const headers of [
        { 'if-none-match': etag },
        { 'if-none-match': '*' },
        { 'if-none-match': `W/${etag}, "x"` },
        { 'if-match': etag },
        { 'if-match': '"x"' },
        { 'if-match': '*' },
        { range: 'bytes=0-9' },
        { range: 'bytes=99999999-' },
        { range: 'bytes=0-9', 'if-range': etag },
        { 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' },
        { 'if-unmodified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' },
        { 'if-match': '"x"', 'if-none-match': etag, range: 'bytes=0-9' },
      ] as Record<string, string>[]) {
        for (const file of ['pdf', 'jpeg', 'signed', 'openbadge', 'openbadge?format=jwt', 'openbadge?format=png']) {
          for (const method of ['GET', 'HEAD']) {
            const { status, headers: answered } = await ask(ref, file, headers, method)
            expect([file, headers, status, answered.etag]).toEqual([file, headers, 410, undefined])
          }
        }
      }
    }
  })
})

describe('conditions and ranges of a file that is', () => {
  it.each(FILES)('follow RFC 9110: %s', async (file) => {
    const { headers, body } = await ask(serial, file)
    const { etag = '' } = headers
    const of = async (sent: Record<string, string>, method?: string) => (await ask(serial, file, sent, method)).status
    expect(await of({ 'if-none-match': etag })).toBe(304)
    expect(await of({ 'if-none-match': etag }, 'HEAD')).toBe(304)
    expect(await of({ 'if-match': '"x"' })).toBe(412)
    expect(await of({ 'if-match': `W/${etag}` })).toBe(412)
    expect(await of({ 'if-match': '"x"' }, 'HEAD')).toBe(412)
    expect(await of({ 'if-match': '"x"', 'if-none-match': etag })).toBe(412)
    expect(await of({ range: 'bytes=0-9', 'if-range': `W/${etag}` })).toBe(200)
    expect(await of({ range: 'bytes=99999999-' }, 'HEAD')).toBe(200)
    const part = await ask(serial, file, { range: 'bytes=-9', 'if-range': etag })
    expect([part.status, part.body]).toEqual([206, body.subarray(-9)])
    for (const [sent, status] of [
      [{ 'if-match': '"x"' }, 412],
      [{ range: 'bytes=99999999-' }, 416],
    ] as const) {
      const refused = await ask(serial, file, sent)
      expect([refused.status, refused.headers['content-type']]).toEqual([status, 'application/json; charset=utf-8'])
      expect(JSON.parse(refused.body.toString())).toEqual({ success: false, error: expect.any(String) as string })
    }
  })
})

describe('hostile headers', () => {
  it('are answered as if they were not there, or as what they say', async () => {
    const { body } = await ask(serial, 'signed')
    const etag = (await ask(serial, 'signed')).headers.etag ?? ''
    const tags = Array.from({ length: 300 }, (_, at) => `"${String(at).padStart(24, '0')}"`).join(', ')
    const longestRange = `bytes=${'0-0,'.repeat(1000)}0-0`
    for (const [headers, status] of [
      [{ range: longestRange }, 200],
      [{ range: ['bytes=0-1', 'bytes=2-3'] }, 200],
      [{ 'if-none-match': tags }, 200],
      [{ 'if-none-match': `${tags}, ${etag}` }, 304],
      [{ 'if-none-match': ['"x"', etag] }, 304],
      [{ 'if-match': ['"x"', '"y"'] }, 412],
      [{ 'if-match': tags }, 412],
      [{ 'if-match': '\u00e4\u00ff"' }, 412],
      [{ accept: `${'text/x;q=0.5,'.repeat(600)}*/*` }, 200],
      [{ accept: `${'a/b;'.repeat(2000)}q=1` }, 200],
      [{ 'accept-encoding': `${'br;q=1,'.repeat(1000)}gzip` }, 200],
      [{ 'accept-language': 'x-'.repeat(4000) }, 200],
      [{ te: 'trailers, gzip;q=1' }, 200],
      [{ 'x-http-method-override': 'DELETE' }, 200],
      [{ 'x-original-url': '/api/metrics', 'x-rewrite-url': '/api/metrics' }, 200],
      [{ cookie: 'lang=%0d%0aset-cookie:x=1' }, 200],
    ] as [Record<string, string | string[]>, number][]) {
      const answer = await ask(serial, 'signed', headers)
      expect([Object.keys(headers), answer.status]).toEqual([Object.keys(headers), status])
      if (status === 200) expect(answer.body).toEqual(body)
      expect(answer.headers['content-encoding']).toBeUndefined()
    }
  })

  it('choose a form of a status list, and nothing else', async () => {
    for (const [accept, type] of [
      [['application/vc+jwt', '*/*;q=0.1'], 'application/vc+jwt'],
      ['application/vc+jwt\t;\tq=1', 'application/vc+jwt'],
      [`${'application/vc+jwt;q=0,'.repeat(50)}application/vc+jwt`, 'application/vc'],
      ['application/vc+jwt;q=0.0000000001, application/vc;q=0', 'application/vc+jwt'],
      [`${'*/*;q=0.1,'.repeat(800)}application/vc+jwt`, 'application/vc'],
      ['../../etc/passwd', 'application/vc'],
    ] as const) {
      const headers = { 'x-forwarded-for': newAddress(), accept: accept as string | string[] }
      const answer = await exchange('GET', `${live.origin}/api/public/status/${list}`, headers)
      expect([accept, answer.status, answer.headers['content-type']]).toEqual([accept, 200, type])
    }
  })

  it.each([
    ['a line break in a value', 'range: bytes=0-1\r\n set-cookie: x=1'],
    ['a bare carriage return', 'if-none-match: "a"\rset-cookie: x=1'],
    ['a bare line feed', 'if-none-match: "a"\nset-cookie: x=1'],
    ['a null byte', 'if-none-match: "a\0"'],
    ['a space before the colon', 'range : bytes=0-1'],
    ['a name of no token', 'ra(nge: bytes=0-1'],
  ])('with %s never come back as a header', async (_name, line) => {
    const port = Number(new URL(live.origin).port)
    const path = `/api/public/credentials/${serial}/signed`
    const answer = await rawRequest(port, `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${line}\r\n\r\n`)
    expect([200, 206, 400]).toContain(answer.status)
    expect(answer.headers).not.toHaveProperty('set-cookie')
    if (answer.status === 400) expect(JSON.parse(answer.body)).toMatchObject({ success: false })
  })
})

describe('encoded paths to files', () => {
  it('lead to the certificate that they name, or nowhere', async () => {
    const encoded = encodeURIComponent(serial).replace(/[0-9A-Z]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)
    expect((await ask(encoded, 'signed')).status).toBe(200)
    for (const ref of [
      `${serial}%00`,
      `${serial}%2f..%2fx`,
      '%2e%2e',
      '..%2f..%2fetc%2fpasswd',
      '%252e%252e',
      encoded.replaceAll('%', '%25'),
      '%ff%fe',
      '%c0%ae%c0%ae',
      '%E2%80%AE',
      '..%5c..%5cx',
    ]) {
      for (const file of FILES) {
        const answer = await ask(ref, file)
        expect([ref, file, answer.status]).toEqual([ref, file, 404])
        expect(JSON.parse(answer.body.toString())).toMatchObject({ success: false })
      }
    }
  })

  it.each(['%0A', '%0D%0A', '%09', '%0B', '%0C', '%C2%85'])(
    'are found with %s around and within the serial, and lead to no header',
    async (space) => {
      const spaced = space + serial.replace('-', `-${space}`) + space
      expect((await ask(spaced, 'signed')).status).toBe(200)
      const checked = await ask('verify', spaced)
      expect([checked.status, JSON.parse(checked.body.toString())]).toMatchObject([200, { success: true }])
      for (const path of [`${space}set-cookie:x=1${space}`, `${serial}${space}set-cookie:x=1`]) {
        const answer = await ask('verify', path)
        expect(answer.status).toBe(404)
        expect(answer.headers).not.toHaveProperty('set-cookie')
      }
    },
  )

  it('write nothing of a path into a header, on any route', async () => {
    const patterns = (await loadRoutes()).map(({ pattern }) => pattern).filter((pattern) => pattern.includes(':'))
    expect(patterns.length).toBeGreaterThan(20)
    for (const pattern of patterns) {
      const path = pattern.replace(/:\w+\+?/g, 'a%0D%0Aset-cookie:x=1')
      const answer = await exchange('GET', live.origin + path, { 'x-forwarded-for': newAddress() })
      expect([path, answer.status < 500]).toEqual([path, true])
      expect(JSON.stringify(answer.headers)).not.toContain('x=1')
    }
  })

  it('give each name in any script, and no header of its own', async () => {
    const issuer = await mintIssuer()
    for (const fullName of [
      '王小明',
      'नेहा शर्मा',
      'محمد علي',
      'O’Neil "Bob"; filename=x.exe',
      "a'b%0d%0a(c)*",
      'Ç/\\:',
    ]) {
      const { status, headers } = await ask(await issueOne(issuer, { fullName }), 'signed')
      const [, plain, encoded] =
        /^inline; filename="([\w. -]+)"; filename\*=UTF-8''([\w.!~%-]+)$/.exec(headers['content-disposition'] ?? '') ??
        []
      expect([status, plain]).toEqual([200, expect.stringMatching(/\.jwt$/)])
      expect(decodeURIComponent(encoded ?? '')).toContain(fullName.replaceAll('/', '-'))
    }
  })
})
