import { beforeEach, describe, expect, it } from 'vitest'
import { parseEnv, setEnv } from '@/lib/env'
import { withPeerAddress } from '@/lib/http/request-context'
import { usePlaces } from '@/test/endpoint-fixture'
import { newAddress } from '@/test/verify-requests'
import { POST } from './route'

beforeEach(() => setEnv(parseEnv({ NODE_ENV: 'test', BASE_URL: 'https://verify.example.org' })))

function choose(
  form: Record<string, string>,
  headers: Record<string, string> = {},
  address = newAddress(),
): Promise<Response> {
  const body = new URLSearchParams(form)
  const request = new Request('https://verify.example.org/language', { method: 'POST', body, headers })
  return POST(withPeerAddress(request, address))
}

describe('answers', () => {
  it('keeps the language and goes back to the page', async () => {
    const response = await choose({ language: 'ar', return: '/verify/7K3M-9QXT-2VBD-8RWN' })
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('/verify/7K3M-9QXT-2VBD-8RWN')
    expect(response.headers.getSetCookie()).toEqual([
      'lang=ar; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly; Secure',
    ])
    expect(response.headers.get('cache-control')).toBe('private, no-store')
  })

  it('sets a cookie that a browser keeps without https too', async () => {
    setEnv(parseEnv({ NODE_ENV: 'test', BASE_URL: 'http://localhost:3000' }))
    expect((await choose({ language: 'fr', return: '/' })).headers.get('set-cookie')).not.toContain('Secure')
  })

  it('goes home where no page is named', async () => {
    expect((await choose({ language: 'de' })).headers.get('location')).toBe('/')
  })
})

describe('refuses', () => {
  it.each(['//evil.example', 'https://evil.example', '/\\evil.example', '/.//evil.example', '/\t/evil.example'])(
    'to lead to %j',
    async (path) => {
      const response = await choose({ language: 'es', return: path })
      expect([response.status, response.headers.get('location')]).toEqual([303, '/'])
    },
  )

  it.each(['nl', 'AR', '', 'ar; Domain=example.org', 'ar\r\nx: y', '__proto__'])(
    'the language %j',
    async (language) => {
      const response = await choose({ language, return: '/docs' })
      expect([response.status, response.headers.get('location')]).toEqual([303, '/docs'])
      expect(response.headers.get('set-cookie')).toBeNull()
    },
  )

  it('a choice that another site makes for its visitors', async () => {
    const response = await choose({ language: 'ar', return: '/' }, { 'sec-fetch-site': 'cross-site' })
    expect([response.status, response.headers.get('set-cookie')]).toEqual([303, null])
  })

  it('a body that is too long, in the language of the visitor', async () => {
    const response = await choose({ language: 'ar', return: '/'.repeat(9000) }, { 'accept-language': 'es' })
    expect([response.status, response.headers.get('set-cookie')]).toEqual([413, null])
    expect(await response.text()).toContain('<html lang="es" dir="ltr">')
  })

  it('whoever sent too much, and says so', async () => {
    const address = newAddress()
    await usePlaces('sent_body', 600, address)
    const response = await choose({ language: 'ar', return: '/' }, {}, address)
    expect([response.status, response.headers.get('set-cookie')]).toEqual([429, null])
    expect(await response.text()).toContain('Too many requests from your network')
  })
})
