import { beforeAll, describe, expect, it } from 'vitest'
import { drawDamage, drawFrame, seededRandom, type Damage } from '@/bench/degraded-frame'
import type { GreyImage } from '@/lib/scan/image/grey-image'
import { zxingFromFile } from '@/test/documents/qr-pictures'
import type { Decoders } from './decoder'
import { decodeWithJsqr } from './jsqr-decoder'
import { frameReader } from './read-frame'

const TEXT = 'https://verify.northshore.example/verify/7K3M-9QXT-2VBD-8RWN'
const ANOTHER = 'https://verify.northshore.example/verify/H8NC-4R2W-6PTX-9QAK'
const CLEAN: Damage = {
  ...{ module: 4, turn: 0.1, tilt: 0, bend: 0, blur: 0.3, motion: 0, noise: 0, contrast: 200, shadow: 0, glare: 0 },
  inverted: false,
}
const frameWith = (damage: Partial<Damage>) => drawFrame(TEXT, { ...CLEAN, ...damage }, seededRandom(7))

function damagedFrame(seed: number) {
  const random = seededRandom(seed)
  return drawFrame(TEXT, drawDamage(random), random)
}

function belowEachOther(one: GreyImage, other: GreyImage): GreyImage {
  const data = new Uint8Array(one.data.length + other.data.length)
  data.set(one.data)
  data.set(other.data, one.data.length)
  return { data, width: one.width, height: one.height + other.height }
}

let decoders: Decoders

beforeAll(async () => {
  decoders = { zxing: await zxingFromFile(), jsqr: () => Promise.resolve(decodeWithJsqr) }
})

describe('frameReader', () => {
  it('reads a clear frame at the first look', async () => {
    const [found, ...others] = await frameReader(decoders)(frameWith({}))
    expect(found?.text).toBe(TEXT)
    expect(found?.corners).toHaveLength(4)
    expect(others).toEqual([])
  })

  it('reads every code of a frame, so that none of two stands for the other', async () => {
    const [one, other] = [frameWith({}), drawFrame(ANOTHER, CLEAN, seededRandom(7))]
    const found = await frameReader(decoders)(belowEachOther(one, other))
    expect(found.map(({ text }) => text).sort()).toEqual([ANOTHER, TEXT].sort())
  })

  it.each([
    ['blurred', () => damagedFrame(17)],
    ['white on black', () => frameWith({ inverted: true })],
  ])('reads a frame that is %s within a few looks, not at the first', async (_, draw) => {
    const read = frameReader(decoders)
    const frame = draw()
    expect(await read(frame)).toEqual([])
    const looks = [await read(frame), await read(frame), await read(frame)]
    expect(looks.flatMap((found) => found.map(({ text }) => text))).toContain(TEXT)
  })

  it('reads without WebAssembly too', async () => {
    expect((await frameReader({ ...decoders, zxing: null })(frameWith({})))[0]?.text).toBe(TEXT)
  })

  it('gives nothing for a frame without a code', async () => {
    const read = frameReader(decoders)
    const frame = frameWith({ module: 0 })
    for (let look = 0; look < 8; look++) expect(await read(frame)).toEqual([])
  })
})
