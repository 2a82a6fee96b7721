import { beforeAll, describe, expect, it } from 'vitest'
import type { GreyImage } from '@/lib/scan/image/grey-image'
import { resized } from '@/lib/scan/image/resize-image'
import { qrPictures, zxingFromFile, type QrPicture } from '@/test/documents/qr-pictures'
import { PICTURE_ATTEMPTS } from './attempts'
import type { Decoders } from './decoder'
import { decodeWithJsqr } from './jsqr-decoder'
import { readPicture, tryOnce } from './read-picture'

let decoders: Decoders
let pictures: QrPicture[]
/** Gives every attempt its turn, however busy the machine is. */
const unhurried = { now: () => 0 }

beforeAll(async () => {
  decoders = { zxing: await zxingFromFile(), jsqr: () => Promise.resolve(decodeWithJsqr) }
  pictures = await qrPictures()
})

const pictureOf = (name: string): GreyImage => {
  const found = pictures.find((picture) => picture.name === name)
  if (!found) throw new Error(`No picture ${name}`)
  return found.image
}

describe('readPicture', () => {
  it('reads what either library reads alone, and more, and nothing wrong', async () => {
    const all = { invert: true, harder: true, downscale: true }
    const counts = { recorded: 0, beyond: 0 }
    for (const { name, image, expected, holds } of pictures) {
      const texts = (await readPicture(image, decoders, unhurried)).map(({ text }) => text)
      const alone = [decoders.zxing, decodeWithJsqr].flatMap((decode) => decode?.(image, all) ?? [])
      if (texts.length > 0 || alone.length > 0) expect(texts, name).toEqual([holds])
      if (texts.length > 0) counts[expected === null ? 'beyond' : 'recorded']++
    }
    expect(counts).toEqual({ recorded: 66, beyond: 17 })
  })

  it('reads most of them without WebAssembly too, and nothing wrong', async () => {
    const withoutWasm: Decoders = { ...decoders, zxing: null }
    let count = 0
    for (const { name, image, holds } of pictures.filter(({ expected }) => expected !== null)) {
      const texts = (await readPicture(image, withoutWasm, unhurried)).map(({ text }) => text)
      if (texts.length > 0) expect(texts, name).toEqual([holds])
      count += texts.length
    }
    expect(count).toBeGreaterThanOrEqual(60)
  })

  it('begins no attempt after the time is up', async () => {
    let calls = 0
    const empty: GreyImage = { data: new Uint8Array(10_000).fill(255), width: 100, height: 100 }
    const decode = () => {
      calls++
      return []
    }
    let clock = 0
    const now = () => (clock += 1000)
    await readPicture(empty, { zxing: decode, jsqr: () => Promise.resolve(decode) }, { now })
    expect(calls).toBe(1)
  })

  it('gives every code of a picture', async () => {
    const [one, other] = [pictureOf('136.webp'), pictureOf('14.webp')]
    const beside = besideEachOther(one, other)
    const texts = (await readPicture(beside, decoders, unhurried)).map(({ text }) => text)
    expect(texts.sort()).toEqual(['1234567890', 'Morden'])
  })

  it.each([
    { data: new Uint8Array(0), width: 0, height: 0 },
    { data: new Uint8Array(1), width: 1, height: 1 },
    { data: new Uint8Array(400), width: 400, height: 1 },
    { data: new Uint8Array(400), width: 1, height: 400 },
  ])('gives nothing for $width × $height pixels', async (image) => {
    await expect(readPicture(image, decoders, unhurried)).resolves.toEqual([])
  })
})

describe('every attempt', () => {
  it('says where in the picture the code is', async () => {
    const image = resized(pictureOf('12.webp'), 1.2)
    const [plain] = PICTURE_ATTEMPTS
    const where = plain ? (await tryOnce(image, plain, decoders))[0]?.corners : undefined
    expect(where).toHaveLength(4)
    let compared = 0
    for (const attempt of PICTURE_ATTEMPTS) {
      const found = (await tryOnce(image, attempt, decoders))[0]
      if (!found) continue
      compared++
      const distances = found.corners?.map(({ x, y }) => nearest(where ?? [], x, y))
      expect(Math.max(...(distances ?? [])), attempt.name).toBeLessThan(12)
    }
    expect(compared).toBeGreaterThan(5)
  })
})

/** An attempt that turns the picture may begin with another corner. */
function nearest(corners: { x: number; y: number }[], x: number, y: number): number {
  return Math.min(...corners.map((corner) => Math.hypot(corner.x - x, corner.y - y)))
}

function besideEachOther(one: GreyImage, other: GreyImage): GreyImage {
  const width = one.width + other.width + 20
  const height = Math.max(one.height, other.height)
  const data = new Uint8Array(width * height).fill(255)
  const put = (image: GreyImage, left: number) => {
    for (let y = 0; y < image.height; y++) {
      data.set(image.data.subarray(y * image.width, (y + 1) * image.width), y * width + left)
    }
  }
  put(one, 0)
  put(other, one.width + 20)
  return { data, width, height }
}
