import { beforeAll, describe, expect, it } from 'vitest'
import { parseEnv, setEnv } from '@/lib/env'
import { loadReach } from '@/lib/http/limits/reach'
import { GET as readOffline } from '../offline/route'
import { GET, POST } from './route'

beforeAll(async () => {
  setEnv(parseEnv({ BASE_URL: 'https://verify.example.org' }))
  await loadReach(parseEnv({}))
})

describe('GET /scan', () => {
  it('may use the camera and compile the decoder, and carries no script of its own', async () => {
    const response = await GET(new Request('https://verify.example.org/scan'))
    expect(response.status).toBe(200)
    expect(response.headers.get('permissions-policy')).toContain('camera=(self)')
    expect(response.headers.get('content-security-policy')).toContain("'wasm-unsafe-eval'")
    const html = await response.text()
    expect(html).not.toMatch(/<script(?![^>]* src=)|<style| style=| on[a-z]+=/)
    expect(html).toContain('<link rel="manifest" href="/manifest.webmanifest"/>')
  })

  it('says without JavaScript what works: the serial, the file, the phone’s own camera', async () => {
    const html = await (await GET(new Request('https://verify.example.org/scan'))).text()
    expect(/<noscript>(.*?)<\/noscript>/.exec(html)?.[1]).toContain('https://verify.example.org/')
    const forms = [...html.matchAll(/<form [^>]*>/g)].map(([tag]) => /action="([^"]*)"/.exec(tag)?.[1])
    expect(forms).toEqual(['/language', '/verify', '/verify/file'])
  })
})

describe('POST /scan', () => {
  it('leads to the page without reading what was sent', async () => {
    const request = new Request('https://verify.example.org/scan', { method: 'POST', body: 'x'.repeat(100) })
    const response = await POST(request)
    expect([response.status, response.headers.get('location')]).toEqual([303, '/scan'])
    expect(request.bodyUsed).toBe(false)
  })
})

describe('GET /offline', () => {
  it('says that nothing could be checked, holds no verdict and asks for no script', async () => {
    const html = await (await readOffline(new Request('https://verify.example.org/offline'))).text()
    expect(html).toContain('Could not check just now')
    expect(html).toContain('This says nothing about the certificate.')
    expect(html).not.toMatch(/<script|class="verdict (genuine|stop|replaced)"/)
  })
})
