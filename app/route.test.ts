import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '@/lib/i18n/languages'
import { createTranslator } from '@/lib/i18n/translate'
import { GET as missing, POST as missingPost } from './[...rest]/route'
import { GET } from './route'

const SERIAL = '7K3M-9QXT-2VBD-8RWN'
const ask = (path: string, headers: Record<string, string> = {}) =>
  new Request(`http://localhost:3000${path}`, { headers })

describe('the home page', () => {
  it.each(LANGUAGES)('speaks $code', async ({ code }) => {
    const response = await GET(ask('/', { 'accept-language': code }))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-language')).toBe(code)
    expect(response.headers.get('vary')).toBe('accept-language, cookie')
    const html = await response.text()
    expect(html).toContain(`<html lang="${code}"`)
    expect(html).toContain(createTranslator(code).t('home.scan'))
  })

  it('is the one page that search engines may list, and runs nothing but its own script', async () => {
    const response = await GET(ask('/?q=1'))
    const html = await response.text()
    expect(html).not.toContain('noindex')
    expect(html.match(/<script[^>]*>/g)).toEqual([expect.stringMatching(/^<script type="module" src="\/assets\/home/)])
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(response.headers.get('cache-control')).toBe('private, no-store')
  })
})

describe('an address that holds nothing', () => {
  it.each(LANGUAGES)('says so in $code', async ({ code }) => {
    const response = await missing(ask('/nothing', { 'accept-language': code }))
    expect(response.status).toBe(404)
    expect(await response.text()).toContain(createTranslator(code).t('missing.heading'))
  })

  it('comes back in another language, and repeats nothing that a browser would take for markup', async () => {
    const html = await (await missing(ask('/a/b?x="><script>alert(1)</script>&y=1'))).text()
    expect(html).toContain('name="return" value="/a/b?x=%22%3E%3Cscript%3Ealert(1)%3C/script%3E&amp;y=1"')
    expect(html).not.toContain('<script>')
    expect(html).toContain('noindex')
  })

  it.each([
    `/VERIFY/${SERIAL}`,
    `/de/verify/${SERIAL}`,
    `//verify//${SERIAL}`,
    `/${SERIAL}`,
    `/certificates/${SERIAL.toLowerCase()}.`,
  ])('leads from %s to the certificate', async (path) => {
    const answer = await missing(ask(path))
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/verify/${SERIAL}`])
  })

  it.each([`/verify/ACME/17`, `/certificates/17/${SERIAL}`, `/${'a/'.repeat(150)}${SERIAL}`])(
    'leads nowhere from %s',
    async (path) => {
      expect((await missing(ask(path))).status).toBe(404)
    },
  )

  it('is none to a form either', async () => {
    expect((await missingPost(new Request('http://localhost:3000/nothing', { method: 'POST' }))).status).toBe(404)
  })
})
