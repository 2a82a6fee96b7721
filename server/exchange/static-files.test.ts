import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ListenerFixture } from '@/test/server/listener-fixture'
import { loadStaticFiles, serveStaticFile, type StaticFiles } from './static-files'

const SCRIPT = 'export const x = 1\n'.repeat(500)

let folder = ''
let files: StaticFiles
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'static-files-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'assets', 'verify-2b50e0b79c26.js'), SCRIPT)
  await writeFile(join(folder, 'assets', 'scan-worker-XP2OS6MU.js'), SCRIPT)
  await writeFile(join(folder, 'assets', 'service-worker.js'), SCRIPT)
  await writeFile(join(folder, 'assets', 'manifest.json'), '{}')
  await writeFile(join(folder, 'assets', 'small-OFL.txt'), 'licence')
  files = loadStaticFiles(folder)
})
afterAll(() => rm(folder, { recursive: true }))

const ask = (path: string, headers: Record<string, string> = {}) => {
  const file = files.get(path)
  if (!file) throw new Error(`no file ${path}`)
  return serveStaticFile(file, { headers } as unknown as IncomingMessage)
}

describe('static files', () => {
  it('are those of the list alone', () => {
    expect([...files.keys()].sort()).toEqual([
      '/assets/scan-worker-XP2OS6MU.js',
      '/assets/small-OFL.txt',
      '/assets/verify-2b50e0b79c26.js',
    ])
  })

  it('are kept for ever where their name holds their hash, and asked for anew elsewhere', async () => {
    const hashed = await ask('/assets/verify-2b50e0b79c26.js')
    expect(hashed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(hashed.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(hashed.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await ask('/assets/small-OFL.txt')).headers.get('cache-control')).toBe('public, no-cache')
  })

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('are sent as %s to who takes it', async (encoding, decompress) => {
    const answer = await ask('/assets/verify-2b50e0b79c26.js', {
      'accept-encoding': `x, ${encoding};q=0.5, identity;q=0.1`,
    })
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(answer.headers.get('vary')).toBe('accept-encoding')
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(bytes.length).toBeLessThan(SCRIPT.length / 4)
    expect(decompress(bytes).toString()).toBe(SCRIPT)
  })

  it.each(['', 'identity', 'br;q=0', 'br; q=0.000, gzip;q=0', 'brotli'])(
    'are sent as they are for "%s"',
    async (accepted) => {
      const answer = await ask('/assets/verify-2b50e0b79c26.js', { 'accept-encoding': accepted })
      expect(answer.headers.get('content-encoding')).toBeNull()
      expect(await answer.text()).toBe(SCRIPT)
    },
  )

  it('are not sent to who has them', async () => {
    const path = '/assets/verify-2b50e0b79c26.js'
    const etag = (await ask(path)).headers.get('etag') ?? ''
    expect((await ask(path, { 'if-none-match': `"x", W/${etag}` })).status).toBe(304)
    expect((await ask(path, { 'if-none-match': etag, 'accept-encoding': 'br' })).status).toBe(200)
  })

  it('let the decoder of QR codes compile in its worker, and nowhere else', async () => {
    const policy = async (path: string) => (await ask(path)).headers.get('content-security-policy')
    expect(await policy('/assets/scan-worker-XP2OS6MU.js')).toContain("'wasm-unsafe-eval'")
    expect(await policy('/assets/verify-2b50e0b79c26.js')).not.toContain("'wasm-unsafe-eval'")
  })
})

describe('the listener', () => {
  let listener: ListenerFixture
  beforeAll(async () => {
    listener = await ListenerFixture.start()
  })
  afterAll(() => listener.stop())

  it('sends them, and to HEAD their headers', async () => {
    const whole = await listener.send('GET /icon.svg?x=1')
    expect(whole.status).toBe(200)
    expect(whole.headers['content-type']).toBe('image/svg+xml')
    const head = await listener.send('HEAD /icon.svg')
    expect(head.body).toBe('')
    expect(head.headers['content-length']).toBe(whole.headers['content-length'])
  })

  it('answers no other method with them', async () => {
    const answer = await listener.send('POST /icon.svg', 'content-length: 0\r\n')
    expect(answer.status).toBe(405)
    expect(answer.headers.allow).toBe('GET, HEAD')
  })

  it.each([
    '/../package.json',
    '/..%2fpackage.json',
    '/%2e%2e/package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e%2f%2e%2e%2fpackage.json',
    '/assets//icon.svg',
    '/assets',
    '/assets/',
    '/icons',
    '/icon.svg/',
    '/icon.svg%00',
    '/ICON.SVG',
    '/public/icon.svg',
    '/__proto__',
  ])('reaches no file by %s', async (path) => {
    const answer = await listener.send(`GET ${path}`)
    expect(answer.status).toBe(404)
    expect(answer.body).toContain('nothing at')
  })
})
