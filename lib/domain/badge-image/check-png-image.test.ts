import { crc32, deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { bakePng } from '@/lib/domain/badge/image/bake-png'
import { examplePng } from '@/test/documents/example-png'
import { checkPngImage } from './check-png-image'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(body.length + 8)
  frame.writeUInt32BE(data.length, 0)
  body.copy(frame, 4)
  frame.writeUInt32BE(crc32(body), frame.length - 4)
  return frame
}

function header(width: number, height: number): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([8, 2], 8)
  return chunk('IHDR', data)
}

const pixels = chunk('IDAT', deflateSync(Buffer.alloc(100)))
const end = chunk('IEND', Buffer.alloc(0))
const png = (...chunks: Buffer[]) => Buffer.concat([SIGNATURE, ...chunks])
const good = examplePng(128, 128)

const HOSTILE: Record<string, [bytes: Uint8Array, sentence: RegExp]> = {
  'no bytes': [Buffer.alloc(0), /not a PNG/],
  'a JPEG': [Buffer.from([0xff, 0xd8, 0xff, 0xe0]), /not a PNG/],
  'one that is cut off': [good.subarray(0, good.length - 20), /cut off/],
  'a checksum that does not hold': [Buffer.from(good).fill(1, good.length - 4), /damaged/],
  'bytes after its end': [Buffer.concat([good, Buffer.from('<script>')]), /damaged/],
  'a page of HTML after its end': [Buffer.concat([good, good]), /damaged/],
  'more than 1 MiB': [Buffer.concat([good, Buffer.alloc(1024 * 1024)]), /1 MiB/],
  'a picture of a billion pixels': [png(header(100_000, 100_000), pixels, end), /100000 by 100000/],
  'a side of nothing': [png(header(0, 128), pixels, end), /0 by 128/],
  'one pixel': [png(header(1, 1), pixels, end), /1 by 1/],
  'two headers': [png(header(128, 128), header(9000, 9000), pixels, end), /more than one header/],
  'no picture': [png(header(128, 128), end), /no picture/],
  'an animation': [png(header(128, 128), chunk('acTL', Buffer.alloc(8)), pixels, end), /animated/],
  'an unknown critical chunk': [png(header(128, 128), chunk('EVIL', Buffer.alloc(8)), pixels, end), /damaged/],
  'a badge of somebody': [bakePng(good, '{}'), /badge already/],
  'an older badge': [
    png(header(128, 128), chunk('tEXt', Buffer.from('openbadges\0http://x')), pixels, end),
    /badge already/,
  ],
  'a compressed badge': [
    png(header(128, 128), chunk('zTXt', Buffer.from('openbadgecredential\0\0x')), pixels, end),
    /badge already/,
  ],
}

describe('checkPngImage', () => {
  it('takes a plain picture', () => {
    expect(checkPngImage(good)).toEqual({ ok: true, picture: { width: 128, height: 128 } })
  })

  it.each(Object.entries(HOSTILE))('refuses %s in a plain sentence', (_what, [bytes, sentence]) => {
    expect(checkPngImage(bytes)).toEqual({ ok: false, reason: expect.stringMatching(sentence) as string })
  })
})
