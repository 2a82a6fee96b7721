import { execFileSync } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { manifestAnswerShape } from '@/lib/contract/manifest'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { env } from '@/lib/env'
import { removeBadgeImage } from '@/lib/service/badges/remove-badge-image'
import { setBadgeImage } from '@/lib/service/badges/set-badge-image'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { getManifest, getManifestByFingerprint } from '@/lib/service/files/describe-artifacts'
import { MemoryRateCounter } from '@/lib/store/limits/memory-rate-counter'
import { setRateCounter } from '@/lib/store/limits/open-rate-counter'
import { EXAMPLE_SVG } from '@/test/badges/badge-images'
import { askBadge } from '@/test/badges/badge-requests'
import { changeRows } from '@/test/database/sealed-rows'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { examplePng } from '@/test/documents/example-png'

const EVENT = 'Basic Safety Training'
useServiceDatabase()
let issuer: Awaited<ReturnType<typeof mintIssuer>>
let serial: string

beforeAll(async () => {
  issuer = await mintIssuer()
  serial = await issueOne(issuer)
  await setBadgeImage(issuer.slug, EVENT, examplePng(128, 96))
  await setBadgeImage(issuer.slug, EVENT, EXAMPLE_SVG)
})
beforeEach(() => setRateCounter(new MemoryRateCounter()))

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
const signed = async () => (await askBadge(serial, 'jsonld')).text()

/** The iTXt chunk of a PNG, read by a program that shares nothing with ours. */
const PYTHON = `
import sys, struct, zlib
b = sys.stdin.buffer.read()
assert b[:8] == b"\\x89PNG\\r\\n\\x1a\\n"
at, found, pixels = 8, [], b""
while at < len(b):
    n, kind = struct.unpack(">I4s", b[at:at+8])
    data = b[at+8:at+8+n]
    assert zlib.crc32(kind + data) == struct.unpack(">I", b[at+8+n:at+12+n])[0]
    if kind == b"iTXt":
        keyword, rest = data.split(b"\\0", 1)
        assert rest[:2] == b"\\0\\0"
        language, translated, text = rest[2:].split(b"\\0", 2)
        found.append((keyword, text))
    if kind == b"IDAT": pixels += data
    at += 12 + n
assert kind == b"IEND" and len(zlib.decompress(pixels)) > 0
assert [k for k, _ in found] == [b"openbadgecredential"]
sys.stdout.buffer.write(found[0][1])
`

/** The credential element of an SVG, likewise. */
const PYTHON_SVG = `
import sys, xml.etree.ElementTree as tree
root = tree.fromstring(sys.stdin.buffer.read())
assert root.tag == "{http://www.w3.org/2000/svg}svg"
assert root.find("{http://www.w3.org/2000/svg}circle") is not None
[found] = root.iter("{https://purl.imsglobal.org/ob/v3p0}credential")
assert found.attrib == {}
sys.stdout.buffer.write(found.text.encode())
`

describe('answers', () => {
  it('with a PNG from which a program that is not ours reads the signed badge', async () => {
    const response = await askBadge(serial, 'png')
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
    const png = await bytesOf(response)
    const text = execFileSync('python3', ['-c', PYTHON], { input: png }).toString('utf8')
    expect(text).toBe(await signed())
    expect(response.headers.get('etag')).toBe(`"${sha256Hex(png)}"`)
  })

  it('with an SVG from which a parser that is not ours reads the signed badge, as a harmless attachment', async () => {
    const response = await askBadge(serial, 'svg')
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expect(response.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; /)
    const read = execFileSync('python3', ['-c', PYTHON_SVG], { input: await bytesOf(response) })
    expect(read.toString('utf8')).toBe(await signed())
  })

  it('with the same bytes each time, which the manifest lists and the fingerprint finds', async () => {
    for (const format of ['png', 'svg']) {
      const [one, other] = await Promise.all([askBadge(serial, format), askBadge(serial, format)])
      const bytes = await bytesOf(one)
      expect(await bytesOf(other)).toEqual(bytes)
      const { artifacts } = manifestAnswerShape.parse(await getManifest(serial))
      const listed = artifacts.filter(({ type }) => type === `openbadge+${format}`)
      expect(listed).toMatchObject([{ sha256: sha256Hex(bytes), size: bytes.length, state: 'current' }])
      expect(listed[0]?.url).toMatch(new RegExp(`/openbadge\\?format=${format}$`))
      expect((await getManifestByFingerprint(sha256Hex(bytes))).matched_artifact).toEqual(listed[0])
    }
  })

  it('with the new image once it was replaced; the old badge stays known', async () => {
    const own = await mintIssuer()
    const ref = await issueOne(own)
    await setBadgeImage(own.slug, EVENT, examplePng(128, 96))
    const before = await bytesOf(await askBadge(ref, 'png'))
    await setBadgeImage(own.slug, EVENT, examplePng(100, 100))
    const after = await bytesOf(await askBadge(ref, 'png'))
    expect(after.equals(before)).toBe(false)
    expect((await getManifestByFingerprint(sha256Hex(before))).matched_artifact?.state).toBe('earlier')
    await removeBadgeImage(own.slug, EVENT, null)
    expect((await askBadge(ref, 'png')).status).toBe(409)
    expect((await getManifestByFingerprint(sha256Hex(before))).matched_artifact).not.toBeNull()
  })
})

describe('refuses', () => {
  it('the kind of image that the event has not, and names those that it has', async () => {
    const own = await mintIssuer()
    const ref = await issueOne(own)
    await setBadgeImage(own.slug, EVENT, EXAMPLE_SVG)
    const response = await askBadge(ref, 'png')
    expect([response.status, await response.json()]).toMatchObject([
      409,
      { available_formats: ['jsonld', 'jwt', 'svg'] },
    ])
    const elsewhere = await issueOne(own, { eventTitle: 'Another event' })
    expect(await (await askBadge(elsewhere, 'svg')).json()).toMatchObject({ available_formats: ['jsonld', 'jwt'] })
  })

  it('a withdrawn certificate whose badge was baked before: 410, never 304', async () => {
    const ref = await issueOne(issuer)
    const etag = (await askBadge(ref, 'png')).headers.get('etag') ?? ''
    expect((await askBadge(ref, 'png', { 'if-none-match': etag })).status).toBe(304)
    await withdrawCertificate(ref, { reason: 'test', actor: 'test', publicReason: null })
    expect((await askBadge(ref, 'png', { 'if-none-match': etag })).status).toBe(410)
  })
})

describe('isolation', () => {
  const pathOf = (sha256: string) => join(env().DATA_DIR, 'files', sha256.slice(0, 2), sha256.slice(2, 4), sha256)

  it('503 where the image is damaged or gone from the store, while a baked badge that is so is baked again', async () => {
    const own = await mintIssuer()
    const { image } = await setBadgeImage(own.slug, EVENT, examplePng(80, 80))
    const ref = await issueOne(own)
    await writeFile(pathOf(image.sha256), 'forged')
    expect((await askBadge(ref, 'png')).status).toBe(503)
    await rm(pathOf(image.sha256))
    const gone = await askBadge(ref, 'png')
    expect([gone.status, gone.headers.has('retry-after')]).toEqual([503, true])
    expect((await askBadge(ref, 'jsonld')).status).toBe(200)
    await setBadgeImage(own.slug, EVENT, examplePng(80, 80))
    const baked = await bytesOf(await askBadge(ref, 'png'))
    await writeFile(pathOf(sha256Hex(baked)), 'forged')
    expect(await bytesOf(await askBadge(ref, 'png'))).toEqual(baked)
    await rm(pathOf(sha256Hex(baked)))
    expect(await bytesOf(await askBadge(ref, 'png'))).toEqual(baked)
  })

  it('never bakes into a file that only a row calls an image', async () => {
    const own = await mintIssuer()
    const ref = await issueOne(own)
    const { image } = await setBadgeImage(own.slug, EVENT, EXAMPLE_SVG)
    const hostile = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    const sha256 = sha256Hex(hostile)
    await mkdir(join(pathOf(sha256), '..'), { recursive: true })
    await writeFile(pathOf(sha256), hostile)
    await changeRows('badge_images', 'issuer_id = $1', own.id, ({ sha256: of }) =>
      of === image.sha256 ? { sha256 } : {},
    )
    expect((await askBadge(ref, 'svg')).status).toBe(503)
  })

  it('keeps the images of one issuer from the certificates of another', async () => {
    const other = await issueOne(await mintIssuer())
    expect((await askBadge(other, 'png')).status).toBe(409)
  })
})
