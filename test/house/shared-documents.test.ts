import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { useServiceDatabase } from '@/test/database/service-database'
import { exchange } from '@/test/server/http-exchange'
import { useLiveService } from '@/test/server/live-service'

useServiceDatabase()
const live = useLiveService()

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  exchange(method, live.origin + path, headers)
const unpack = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes }

describe.each([
  ['/docs', 'text/html; charset=utf-8', 'accept-language, cookie, accept-encoding'],
  ['/docs/objects', 'text/html; charset=utf-8', 'accept-language, cookie, accept-encoding'],
  ['/api/openapi.json', 'application/json; charset=utf-8', 'accept-encoding'],
])('%s', (path, type, vary) => {
  it('is the same document in each coding, each with a name of its own', async () => {
    const plain = await ask(path)
    expect(plain.headers).toMatchObject({ 'content-type': type, vary })
    const etags = new Set([plain.headers.etag])
    for (const coding of ['br', 'gzip'] as const) {
      const coded = await ask(path, { 'accept-encoding': `${coding}, deflate;q=0.5` })
      const length = String(coded.body.length)
      expect(coded.headers).toMatchObject({
        ...{ 'content-type': type, vary },
        'content-encoding': coding,
        'content-length': length,
      })
      expect(unpack[coding](coded.body)).toEqual(plain.body)
      expect(coded.body.length).toBeLessThan(plain.body.length / 3)
      etags.add(coded.headers.etag)
    }
    expect(etags.size).toBe(3)
  })

  it('gives HEAD the same headers, whatever the coding', async () => {
    const lasting = (headers: Record<string, string>) =>
      Object.entries(headers).filter(([name]) => !/^(date|x-request-id|content-security-policy)$/.test(name))
    for (const coding of ['br', 'gzip', 'identity']) {
      const headers = { 'accept-encoding': coding }
      const [get, head] = [await ask(path, headers), await ask(path, headers, 'HEAD')]
      expect([head.status, head.body.length, lasting(head.headers)]).toEqual([200, 0, lasting(get.headers)])
    }
  })

  it('is 304 to who has this coding of it, and 412 to who wants another document', async () => {
    for (const coding of ['br', 'gzip', 'identity']) {
      const accept = { 'accept-encoding': coding }
      const { etag = '' } = (await ask(path, accept)).headers
      const held = await ask(path, { ...accept, 'if-none-match': `"x", W/${etag}` })
      expect([held.status, held.body.length, held.headers.etag, held.headers.vary]).toEqual([304, 0, etag, vary])
      expect((await ask(path, { ...accept, 'if-match': etag })).status).toBe(200)
      const other = await ask(path, { 'accept-encoding': coding === 'br' ? 'gzip' : 'br', 'if-none-match': etag })
      expect(other.status).toBe(200)
      const refused = await ask(path, { ...accept, 'if-match': '"x"' })
      expect([refused.status, refused.headers['content-encoding'], refused.headers.etag]).toEqual([
        412,
        undefined,
        undefined,
      ])
    }
  })

  it('is sent whole, since it has no ranges', async () => {
    const ranged = await ask(path, { range: 'bytes=0-3' })
    expect([ranged.status, ranged.headers['accept-ranges']]).toEqual([200, undefined])
  })

  it('stays as it is for who refuses or does not name a coding', async () => {
    const plain = await ask(path)
    for (const header of ['identity', '', 'deflate, zstd', 'br;q=0, gzip;q=0', '*;q=0', `${'x,'.repeat(4000)}br`]) {
      const { status, headers, body } = await ask(path, { 'accept-encoding': header })
      expect([status, headers['content-encoding'], body.equals(plain.body)]).toEqual([200, undefined, true])
    }
  })
})

describe('/docs', () => {
  it('stands in each language by itself', async () => {
    const languages = ['en', 'ar', 'de']
    const pages = await Promise.all(languages.map((language) => ask('/docs', { 'accept-language': language })))
    expect(new Set(pages.map(({ headers }) => headers.etag)).size).toBe(3)
    for (const [at, { body }] of pages.entries()) expect(body.toString()).toContain(`<html lang="${languages[at]}"`)
  })

  it('repeats nothing of the request, which somebody could guess at by its compressed length', async () => {
    const sent = 'q7Xw2LmPz9'
    const { body } = await ask(`/docs?x=${sent}`, {
      cookie: `lang=${sent}; other=${sent}`,
      referer: `http://x/${sent}`,
    })
    expect(body.toString()).not.toContain(sent)
    expect(body).toEqual((await ask('/docs')).body)
  })
})

describe('what anybody asks for without having read a page', () => {
  it('keeps crawlers from the interface, and names nothing besides', async () => {
    expect((await ask('/robots.txt')).body.toString()).toBe('User-agent: *\nDisallow: /api/\n')
  })

  it('gives an icon that is one', async () => {
    const { body } = await ask('/favicon.ico')
    expect(body.subarray(0, 6)).toEqual(Buffer.from([0, 0, 1, 0, 1, 0]))
    const [length, at] = [body.readUInt32LE(14), body.readUInt32LE(18)]
    expect([body.length, body.subarray(at + 1, at + 4).toString()]).toEqual([at + length, 'PNG'])
  })
})
