import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { readPngChunks } from '@/lib/domain/badge/image/png-chunks'
import { examplePng } from '@/test/documents/example-png'
import { decodePicture, reEncodePng } from './decode-picture'

const EXTRA: [string, Uint8Array][] = [
  ['tEXt', Buffer.from('Author\0Somebody')],
  ['eXIf', Buffer.from('MM\0*')],
]

describe('reEncodePng', () => {
  it('gives the same picture without anything else that stood in the file', async () => {
    const before = examplePng(96, 64, EXTRA)
    const after = await reEncodePng(before)
    if (!after) throw new Error('not decoded')
    const read = readPngChunks(after)
    if (read.kind === 'refused') throw new Error(read.finding.code)
    const types = new Set(read.chunks.map(({ type }) => type))
    expect([types.has('tEXt'), types.has('eXIf'), types.has('IDAT')]).toEqual([false, false, true])
    expect(Buffer.from(after).includes('Somebody')).toBe(false)
    const pixelsOf = (png: Uint8Array) => sharp(png).removeAlpha().raw().toBuffer()
    expect(await pixelsOf(after)).toEqual(await pixelsOf(before))
  })

  it('gives nothing for a picture that cannot be decoded', async () => {
    const whole = examplePng(96, 64)
    const start = whole.indexOf('IDAT')
    const damaged = Buffer.from(whole).fill(0xaa, start + 8, start + 60)
    expect(await reEncodePng(damaged)).toBeNull()
    expect(await reEncodePng(Buffer.from('no picture'))).toBeNull()
    expect(await reEncodePng(new Uint8Array())).toBeNull()
  })

  it('has few processes at once, and turns away whoever would wait too long', async () => {
    const { execPath } = process
    process.execPath = '/bin/false'
    try {
      const ends = await Promise.allSettled(Array.from({ length: 40 }, () => reEncodePng(examplePng(8, 8))))
      const causes = ends.map((end) => (end as PromiseRejectedResult).reason as Error)
      expect(causes.every((error) => (error as { code?: unknown }).code === 'unavailable')).toBe(true)
      // Those that no process was begun for failed without a cause.
      expect(causes.filter(({ cause }) => cause === undefined)).toHaveLength(26)
    } finally {
      process.execPath = execPath
    }
  })

  it.each([
    ['a badge’s', reEncodePng],
    ['a design’s', decodePicture],
  ])('says nothing of %s picture when its process cannot begin', async (_, decode) => {
    const { execPath } = process
    process.execPath = '/bin/false'
    try {
      await expect(decode(examplePng(96, 64))).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 })
    } finally {
      process.execPath = execPath
    }
  })

  it.each<[string, (picture: Uint8Array) => Promise<unknown>]>([
    ['a badge’s', reEncodePng],
    ['a design’s', decodePicture],
  ])('bounds the work on %s picture, which a busy machine takes longer for', async (_, decode) => {
    const folder = await mkdtemp(join(tmpdir(), 'limited-'))
    const { execPath } = process
    const node = join(folder, 'node')
    const said = join(folder, 'said')
    await writeFile(node, `#!/bin/sh\nulimit -t > '${said}'\nexec '${execPath}' "$@"\n`, { mode: 0o755 })
    process.execPath = node
    try {
      expect(await decode(examplePng(96, 64))).not.toBeNull()
      expect(await readFile(said, 'utf8')).toBe('20\n')
    } finally {
      process.execPath = execPath
      await rm(folder, { recursive: true })
    }
  })

  it.each<[string, (picture: Uint8Array) => Promise<unknown>]>([
    ['a badge’s', reEncodePng],
    ['a design’s', decodePicture],
  ])('says nothing of %s picture where memory or threads ran out, in decoding or in writing', async (_, decode) => {
    const picture = examplePng(96, 64)
    for (const [kinds, message] of [
      ['raw', 'vips_tracked: out of memory -- size == 1MB'],
      ['raw', 'glib: Error creating thread: Resource temporarily unavailable'],
      ['png', 'vips2png: unable to write to target target'],
    ] as const) {
      const asked = withFailingSharp(kinds, message, () => decode(picture))
      await expect(asked, `${kinds}: ${message}`).rejects.toMatchObject({ code: 'unavailable' })
    }
    await expect(withFailingSharp('raw', 'vipspng: libspng read error', () => decode(picture))).resolves.toBeNull()
  })
})

/** Starts the child with a libvips that fails as it does on a machine without memory: whenever this kind is to be made. */
async function withFailingSharp<T>(kind: 'raw' | 'png', message: string, run: () => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'failing-sharp-'))
  const { execPath } = process
  const sharpUrl = pathToFileURL(createRequire(import.meta.url).resolve('sharp')).href.replace(/\.cjs$/, '.mjs')
  const preload = join(folder, 'preload.mjs')
  await writeFile(
    preload,
    `import sharp from '${sharpUrl}'
const { toBuffer } = sharp.prototype
sharp.prototype.toBuffer = function (...args) {
  const fails = this.options.formatOut === '${kind}'
  return fails ? Promise.reject(new Error(${JSON.stringify(message)})) : toBuffer.apply(this, args)
}
`,
  )
  const node = join(folder, 'node')
  await writeFile(node, `#!/bin/sh\nexec '${execPath}' --allow-fs-read='${folder}/*' --import '${preload}' "$@"\n`, {
    mode: 0o755,
  })
  process.execPath = node
  try {
    return await run()
  } finally {
    process.execPath = execPath
    await rm(folder, { recursive: true })
  }
}

describe('decodePicture', () => {
  /** A photograph with much in it, the same each time. */
  function photograph(width: number, height: number): Promise<Buffer> {
    let state = 1
    const pixels = Uint8Array.from({ length: width * height * 3 }, (_, at) => {
      state = (state * 1103515245 + 12345) % 2147483648
      return 90 + ((at / 3 / width) % 60) + (state >> 25)
    })
    return sharp(pixels, { raw: { width, height, channels: 3 } })
      .jpeg({ quality: 70 })
      .toBuffer()
  }

  it('makes a photograph as small as a certificate may carry, and no smaller than is good in print', async () => {
    const sent = await photograph(1500, 1000)
    expect(sent.length).toBeGreaterThan(100 * 1024)
    const { bytes } = (await decodePicture(sent)) ?? { bytes: new Uint8Array() }
    const { width = 0, height = 0 } = await sharp(bytes).metadata()
    expect(bytes.length).toBeLessThanOrEqual(100 * 1024)
    expect(width).toBeGreaterThanOrEqual(640)
    expect(Math.abs(width / height - 1.5)).toBeLessThan(0.01)
  })

  it('leaves one that is small enough as large as it is', async () => {
    const { bytes } = (await decodePicture(await photograph(200, 100))) ?? { bytes: new Uint8Array() }
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 200, height: 100 })
  })
})
