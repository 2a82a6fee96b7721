import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { expectSentence } from '@/test/server/expect-refusal'
import { ListenerFixture } from '@/test/server/listener-fixture'
import { rawRequest } from '@/test/server/raw-request'

let listener: ListenerFixture

afterEach(() => listener.stop())

describe('in production behind https', () => {
  beforeEach(async () => {
    listener = await ListenerFixture.start({ NODE_ENV: 'production', BASE_URL: 'https://verify.example.org' })
  })
  const from = (path: string, host: string, more = '') =>
    rawRequest(listener.port, `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n${more}\r\n`)

  it.each(['verify.example.org', 'VERIFY.example.org:443'])('serves %s, with HSTS', async (host) => {
    const answer = await from('/api/verify/X', host, 'x-forwarded-proto: https\r\n')
    expect(answer.status).toBe(200)
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000')
  })

  it.each(['evil.example', 'verify.example.org.evil.example', 'verify.example.org:8443', ''])(
    'refuses the host "%s"',
    async (host) => {
      expectSentence(await from('/api/verify/X', host), 400)
      expectSentence(await from('/api/verify/X', host, 'x-forwarded-proto: http\r\n'), 400)
    },
  )

  it('sends plain http to BASE_URL, without HSTS', async () => {
    const answer = await from('/verify/A%2F1?x=1', 'verify.example.org', 'x-forwarded-proto: http\r\n')
    expect(answer.status).toBe(308)
    expect(answer.headers.location).toBe('https://verify.example.org/verify/A%2F1?x=1')
    expect(answer.headers['strict-transport-security']).toBeUndefined()
  })

  it('leaves health alone', async () => {
    expect((await from('/api/health/live', '10.0.0.1', 'x-forwarded-proto: http\r\n')).status).toBe(200)
  })
})
