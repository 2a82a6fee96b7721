import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { codedDocument, preferredCoding } from './content-coding'

const large = Buffer.from('The same for everybody. '.repeat(400))
const small = Buffer.from('x'.repeat(4096))

describe('preferredCoding', () => {
  it.each([
    [null, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['x-gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['br', 'br'],
    ['deflate', 'identity'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['*;q=0, gzip', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['br;q=0, gzip;q=0', 'identity'],
    ['gzip;q=0.8, br;q=0.2', 'gzip'],
    ['gzip;q=0.5, br;q=0.5', 'br'],
    ['gzip;q=0.5, identity', 'identity'],
    ['gzip;q=0.5, identity;q=0.5', 'gzip'],
    ['identity;q=0', 'identity'],
    ['identity;q=0, br;q=0.001', 'br'],
    ['gzip;q=0.000', 'identity'],
    ['gzip;q=nonsense', 'identity'],
    ['gzip;q=1.5', 'identity'],
    ['brx, xgzip, g zip', 'identity'],
    ['gzip\t;\tq=1', 'gzip'],
    [`${'zstd,'.repeat(12_000)}br`, 'identity'],
  ])('of %j is %s', (header, coding) => expect(preferredCoding(header)).toBe(coding))
})

describe('codedDocument', () => {
  it('gives the same document in each coding, under an etag of each its own', async () => {
    const [plain, gzip, br] = await Promise.all([null, 'gzip', 'br'].map((header) => codedDocument(large, header)))
    expect(plain).toEqual({ bytes: large, headers: { etag: `"${sha256Hex(large)}"`, vary: 'accept-encoding' } })
    expect(gunzipSync(gzip?.bytes ?? '')).toEqual(large)
    expect(brotliDecompressSync(br?.bytes ?? '')).toEqual(large)
    for (const [coded, coding] of [
      [gzip, 'gzip'],
      [br, 'br'],
    ] as const) {
      expect(coded?.headers).toEqual({
        etag: `"${sha256Hex(large)}-${coding}"`,
        'content-encoding': coding,
        vary: 'accept-encoding',
      })
      expect(coded?.bytes.length).toBeLessThan(large.length / 10)
    }
  })

  it('leaves small documents as they are, for everybody', async () => {
    for (const header of [null, 'br', 'gzip']) {
      expect(await codedDocument(small, header)).toEqual({ bytes: small, headers: { etag: `"${sha256Hex(small)}"` } })
    }
  })

  it('compresses once, also when it is asked for at the same moment', async () => {
    const [first, second] = await Promise.all([codedDocument(large, 'br'), codedDocument(large, 'br, gzip')])
    expect(first).toBe(second)
    expect(await codedDocument(large, '*')).toBe(first)
    expect(await codedDocument(Buffer.from(large), 'br')).not.toBe(first)
  })
})
