import { beforeAll, describe, expect, it } from 'vitest'
import { env, parseEnv, setEnv } from '@/lib/env'
import { withPeerAddress } from '@/lib/http/request-context'
import { closeDatabase } from '@/lib/store/database/database'
import { usePlaces } from '@/test/endpoint-fixture'
import { newAddress } from '@/test/verify-requests'
import { GET } from './route'

beforeAll(() => setEnv(parseEnv({ BASE_URL: 'https://verify.example.org' })))

const ask = (query: string) => GET(new Request(`http://localhost:3000/verify${query}`))

describe('answers', () => {
  it('the form with the page of the serial, as a path', async () => {
    const response = await ask('?serial=+7k3m+9qxt+2vbd+8rwn+')
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('/verify/7K3M-9QXT-2VBD-8RWN')
  })

  it.each([
    ['Serial: NS/2024/0042', '/verify/NS%2F2024%2F0042'],
    ['A/2026-0001-2345-6786', '/verify/A%2F2026-0001-2345-6786'],
    ['https://verify.example.org/verify/7K3M-9QXT-2VBD-8RWN?lang=ar', '/verify/7K3M-9QXT-2VBD-8RWN'],
    ['https://verify.example.org/passport/k5d2xq7mfa3rjz6tbw4yhn2uci', '/passport/k5d2xq7mfa3rjz6tbw4yhn2uci'],
    // Which of both is meant is asked there; beside a serial of ours the other may be the number of a passport, and is not looked up.
    ['7K3M-9QXT-2VBD-8RWN\r\nNS/2024/0042', '/check-many?serials=7K3M-9QXT-2VBD-8RWN%0D%0ANS%2F2024%2F0042'],
    ['P1234567, NS/2024/0042', '/check-many?serials=P1234567%2C+NS%2F2024%2F0042'],
    ['P1234567, 7K3M-9QXT-2VBD-8RWN', '/check-many?serials=P1234567%2C+7K3M-9QXT-2VBD-8RWN'],
  ])('%j taken apart, as a path', async (serial, location) => {
    const response = await ask(`?serial=${encodeURIComponent(serial)}`)
    expect([response.status, response.headers.get('location')]).toEqual([303, location])
  })

  it.each(['', '?serial=', '?serial=%20%20'])('nothing (%s) with the form', async (query) => {
    const response = await ask(query)
    expect([response.status, response.headers.get('location')]).toEqual([303, '/'])
  })
})

describe('refuses', () => {
  it.each(['.', '..', 'x'.repeat(201), '😀', '<script>alert(1)</script>', 'Ana Müller'])(
    'what cannot be a serial, in grey: %j',
    async (serial) => {
      const response = await ask(`?serial=${encodeURIComponent(serial)}`)
      expect([response.status, response.headers.get('location')]).toEqual([404, null])
      expect(response.headers.get('cache-control')).toBe('private, no-store')
      const html = await response.text()
      expect(html).toContain('class="verdict unknown"')
      expect(html).toContain('No serial found here')
      expect(html).not.toContain('<script>alert')
    },
  )

  it('an API key, which is nothing and no number of an issuer', async () => {
    const response = await ask(`?serial=svc_${'aB3dE'.repeat(8)}`)
    expect([response.status, response.headers.get('location')]).toEqual([404, null])
    expect(/<h1[^>]*>([^<]*)/.exec(await response.text())?.[1]).toBe('No serial found here')
  })

  it('to look at more than the field takes', async () => {
    const response = await ask(`?serial=${encodeURIComponent('a '.repeat(1000))}7K3M-9QXT-2VBD-8RWN`)
    expect([response.status, response.headers.get('location')]).toEqual([404, null])
  })

  it('to answer one serial where the field may have cut another off: it goes on as a list', async () => {
    const text = `7K3M-9QXT-2VBD-8RWN${' '.repeat(2000)}`
    const response = await ask(`?serial=${encodeURIComponent(`${text}0000-0000-0000-001Z`)}`)
    const location = `/check-many?${new URLSearchParams({ serials: text.slice(0, 2000) }).toString()}`
    expect([response.status, response.headers.get('location')]).toEqual([303, location])
  })

  it('to pass over a link to another host beside several: it goes on with them', async () => {
    const text = '7K3M-9QXT-2VBD-8RWN\n0000-0000-0000-001Z\nhttps://evil.example/verify/0000-0000-0000-001Z'
    const response = await ask(`?serial=${encodeURIComponent(text)}`)
    const location = `/check-many?${new URLSearchParams({ serials: text }).toString()}`
    expect([response.status, response.headers.get('location')]).toEqual([303, location])
  })

  it('to read for whoever asked too often', async () => {
    const address = newAddress()
    const request = () => withPeerAddress(new Request('http://localhost:3000/verify?serial=a@'), address)
    await usePlaces('verify', 239, address)
    expect((await GET(request())).headers.get('x-ratelimit-remaining')).toBe('0')
    expect((await GET(request())).status).toBe(429)
  })

  it('to say anything while the database is away: 503, and leads to the same question again', async () => {
    const id = '7f1f3d1e-0b1a-4a9e-9a7e-0123456789ab'
    const before = env()
    await closeDatabase()
    setEnv({ ...before, DATABASE_URL: 'postgresql://nobody:nothing@127.0.0.1:1/none' })
    try {
      const response = await ask(`?id=${id}`)
      const html = await response.text()
      expect(response.status).toBe(503)
      expect(/class="retry"[\s\S]*?href="([^"]*)"/.exec(html)?.[1]).toBe(`/verify?id=${id}`)
    } finally {
      await closeDatabase()
      setEnv(before)
    }
  })

  it('to pass over a link to a look-alike beside a serial: it is named, and the serial stays in the field', async () => {
    const serial = '7K3M-9QXT-2VBD-8RWN'
    const mail = (link: string) => `?serial=${encodeURIComponent(`Dear all, ${serial} is mine: ${link}\nAnn`)}`
    const response = await ask(mail('https://verify.example.com/verify/0000-0000-0000-001Z'))
    const html = await response.text()
    expect([response.status, response.headers.get('location')]).toEqual([404, null])
    expect(html).toContain('verify.example.com</bdi>')
    expect(html).toContain(`value="${serial}"`)
    // A link that verifies nothing stands in every mail.
    const other = await ask(mail('https://northshore.example/courses?id=17'))
    expect([other.status, other.headers.get('location')]).toEqual([303, `/verify/${serial}`])
  })

  it.each([
    ['//evil.test/x', 'evil.test', 'unknown'],
    ['https://verify.example.com/verify/7K3M-9QXT-2VBD-8RWN', 'verify.example.com', 'stop'],
  ])('to follow %s, and says where it leads', async (serial, host, tone) => {
    const response = await ask(`?serial=${encodeURIComponent(serial)}`)
    const html = await response.text()
    expect([response.status, response.headers.get('location')]).toEqual([404, null])
    expect(/class="verdict (\w+)"/.exec(html)?.[1]).toBe(tone)
    expect(html).toContain(`${host}</bdi>`)
    expect(html).not.toContain(`href="${serial}`)
  })
})
