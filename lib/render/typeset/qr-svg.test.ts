import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { readQrCodes } from '@/test/documents/rendered-page'
import { qrSvg } from './qr-svg'

async function decode(svg: string): Promise<string[]> {
  const picture = sharp(Buffer.from(svg.replace('<svg ', '<svg width="400" height="400" '))).flatten({
    background: '#fff',
  })
  return readQrCodes(await picture.extend({ top: 60, bottom: 60, left: 60, right: 60, background: '#fff' }).toBuffer())
}

describe('qrSvg', () => {
  it('draws one path that a reader decodes to the text', async () => {
    const url = fc.string({ minLength: 1, maxLength: 127, unit: fc.constantFrom(...'ABCxyz0189-/._%') })
    await fc.assert(
      fc.asyncProperty(url, async (serial) => {
        const text = `https://certificates.example/verify/${serial}`
        const svg = qrSvg(text)
        expect(svg.match(/<path /g)).toHaveLength(1)
        expect(await decode(svg)).toEqual([text])
      }),
      { numRuns: 25 },
    )
  })

  it('is the same for the same text', () => {
    expect(qrSvg('https://a.example/verify/1')).toBe(qrSvg('https://a.example/verify/1'))
  })
})
