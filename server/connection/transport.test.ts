import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { env, setEnv } from '@/lib/env'
import { rememberBaseUrl } from '@/lib/service/operation/remember-base-url'
import { workingPool } from '@/lib/store/database/database'
import { useServiceDatabase } from '@/test/database/service-database'
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

  it.each(['//verify/X', '///x', '/verify/../x', '/verify/%zz', '/api//x', String.raw`/\x`])(
    'refuses another host at %s, too, where nothing is',
    async (path) => expectSentence(await from(path, 'evil.example'), 400),
  )

  it.each(['//verify/A?x=1', '/verify//A?x=1'])(
    'sends plain http at %s to BASE_URL with single slashes',
    async (path) => {
      const answer = await from(path, 'verify.example.org', 'x-forwarded-proto: http\r\n')
      expect([answer.status, answer.headers.location]).toEqual([308, 'https://verify.example.org/verify/A?x=1'])
    },
  )

  it('leaves health alone', async () => {
    expect((await from('/api/health/live', '10.0.0.1', 'x-forwarded-proto: http\r\n')).status).toBe(200)
  })
})

describe('at an address that the service had before', () => {
  useServiceDatabase()

  it('whoever scans what was printed then is sent on, path and all, and nobody else is', async () => {
    const { DATABASE_URL = '' } = env()
    for (const BASE_URL of [
      'https://old.example.org',
      'https://older.example.org:8443',
      'https://verify.example.org',
    ]) {
      setEnv({ ...env(), BASE_URL })
      await rememberBaseUrl()
    }
    await workingPool().query(
      "UPDATE service_settings SET value = value || ' no-address' WHERE key = 'base_url_before'",
    )
    await rememberBaseUrl()
    listener = await ListenerFixture.start({
      ...{ NODE_ENV: 'production', BASE_URL: 'https://verify.example.org', DATABASE_URL },
      KEY_ENCRYPTION_KEY: Buffer.alloc(32, 'test-only key').toString('base64'),
    })
    const ask = (host: string, line = 'GET /verify/A%2F1?x=1') =>
      rawRequest(listener.port, `${line} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)
    for (const host of ['old.example.org', 'OLD.example.org:443', 'older.example.org:8443']) {
      const answer = await ask(host)
      expect([host, answer.status]).toEqual([host, 308])
      expect(answer.headers.location).toBe('https://verify.example.org/verify/A%2F1?x=1')
    }
    for (const host of ['older.example.org', 'x.old.example.org', 'no-address', 'evil.example'])
      expectSentence(await ask(host), 400)
    expect((await ask('old.example.org', 'POST /api/verify')).status).toBe(308)
  })
})
