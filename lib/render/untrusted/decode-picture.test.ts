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
})
