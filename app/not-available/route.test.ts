import { beforeAll, describe, expect, it } from 'vitest'
import { parseEnv, setEnv } from '@/lib/env'
import { prefersHtml } from './prefers-html'
import * as route from './route'

beforeAll(() => setEnv(parseEnv({ BASE_URL: 'https://verify.example.org' })))

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const ask = (method: string, accept?: string) =>
  new Request('http://localhost:3000/not-available', { method, headers: accept ? { accept } : {} })

describe('answers', () => {
  it('a browser with a page that says what happened and what still works', async () => {
    const response = await route.GET(ask('GET', BROWSER))
    expect(response.status).toBe(403)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('vary')).toBe('accept, accept-language, cookie')
    const html = await response.text()
    expect(html).toContain('Not available from where you are')
    expect(html).toContain('What still works')
  })

  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)(
    'a program with JSON, to %s',
    async (method) => {
      const response = await route[method](ask(method, '*/*'))
      expect(response.status).toBe(403)
      expect(await response.json()).toEqual({
        success: false,
        error: expect.stringContaining('not available') as string,
      })
    },
  )

  it('without reading the body', async () => {
    const request = new Request('http://localhost:3000/not-available', { method: 'POST', body: 'x'.repeat(100) })
    expect((await route.POST(request)).status).toBe(403)
    expect(request.bodyUsed).toBe(false)
  })
})

describe('accept', () => {
  it.each([
    [BROWSER, true],
    ['text/html;q=0', false],
    ['application/json, text/html;q=0.5', false],
    ['*/*', false],
    [null, false],
    ['TEXT/HTML', true],
    ['text/html;q=x', false],
  ])('%s', (accept, html) => expect(prefersHtml(accept)).toBe(html))
})
