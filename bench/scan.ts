import type { GreyImage } from '@/lib/scan/image/grey-image'
import type { Decode } from '@/lib/scan/read/decoder'
import { decodeWithJsqr } from '@/lib/scan/read/jsqr-decoder'
import { frameReader } from '@/lib/scan/read/read-frame'
import { readPicture } from '@/lib/scan/read/read-picture'
import { qrPictures, zxingFromFile, type QrPicture } from '@/test/documents/qr-pictures'
import { drawDamage, drawFrame, seededRandom } from './degraded-frame'
import { median } from './median'

const TEXT = 'https://verify.northshore.example/verify/7K3M-9QXT-2VBD-8RWN'
const DAMAGED_FRAMES = 60
const EMPTY_FRAMES = 48
/** A code is held before the camera for half a second at least. */
const LOOKS = 8

type Reader = (image: GreyImage) => Promise<string[]>

/** What reading QR codes comes to: the pictures of the test data, damaged frames, and frames without a code. */
export async function benchScan(): Promise<void> {
  const zxing = await zxingFromFile()
  const decoders = { zxing, jsqr: () => Promise.resolve(decodeWithJsqr) }
  const ours: Reader = async (image) => (await readPicture(image, decoders)).map(({ text }) => text)
  const readers = { 'jsqr alone': bare(decodeWithJsqr), 'zxing alone': bare(zxing), ours }
  const pictures = await qrPictures()
  await benchPictures('Pictures of the test data', pictures, readers)
  const inTime: Reader = async (image) => {
    const read = frameReader(decoders)
    for (let look = 0; look < LOOKS; look++) {
      const found = await read(image)
      if (found.length > 0) return found.map(({ text }) => text)
    }
    return []
  }
  const frames = damagedFrames()
  await benchPictures('Damaged frames', frames, { ...readers, [`ours, ${LOOKS} looks of the camera`]: inTime })
  await benchEmptyFrames(frameReader(decoders))
}

function bare(decode: Decode): Reader {
  return (image) =>
    Promise.resolve(decode(image, { invert: true, harder: true, downscale: true }).map(({ text }) => text))
}

async function benchPictures(title: string, pictures: QrPicture[], readers: Record<string, Reader>): Promise<void> {
  const known = pictures.filter(({ expected }) => expected !== null).length
  console.log(`\n${title}: ${pictures.length}, of which ${known} have a recorded text\n`)
  console.log('| reader | read | of the others | wrong | missed | ms, median hit | ms, median miss | ms, worst |')
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- |')
  for (const [name, read] of Object.entries(readers)) {
    const [hits, misses]: [number[], number[]] = [[], []]
    const counts = { read: 0, beyond: 0, wrong: 0 }
    if (pictures[0]) await read(pictures[0].image) // warms up
    for (const { image, expected, holds } of pictures) {
      const began = performance.now()
      const texts = await read(image)
      ;(texts.length > 0 ? hits : misses).push(performance.now() - began)
      if (texts.some((text) => text !== holds)) counts.wrong++
      else if (texts.length > 0) counts[expected === null ? 'beyond' : 'read']++
    }
    const cells = [name, counts.read, counts.beyond, counts.wrong, known - counts.read]
    const times = [median(hits), median(misses), Math.max(...hits, ...misses)].map((ms) => ms.toFixed(1))
    console.log(`| ${[...cells, ...times].join(' | ')} |`)
  }
}

async function benchEmptyFrames(read: (frame: GreyImage) => Promise<unknown>): Promise<void> {
  const frames = Array.from({ length: 6 }, (_, seed) => {
    const random = seededRandom(1000 + seed)
    return drawFrame(TEXT, { ...drawDamage(random), module: 0 }, random)
  })
  const times: number[] = []
  for (let count = -6; count < EMPTY_FRAMES; count++) {
    const frame = frames[(count + 6) % frames.length]
    const began = performance.now()
    if (frame) await read(frame)
    if (count >= 0) times.push(performance.now() - began)
  }
  const mean = times.reduce((sum, ms) => sum + ms, 0) / times.length
  console.log(
    `\nFrames without a code, 1280 × 720: ${mean.toFixed(1)} ms a frame in the mean (${(1000 / mean).toFixed(0)} a second),`,
  )
  console.log(`median ${median(times).toFixed(1)} ms, worst ${Math.max(...times).toFixed(1)} ms\n`)
}

function damagedFrames(): QrPicture[] {
  return Array.from({ length: DAMAGED_FRAMES }, (_, seed) => {
    const random = seededRandom(seed + 1)
    const image = drawFrame(TEXT, drawDamage(random), random)
    return { name: String(seed), image, expected: TEXT, holds: TEXT }
  })
}
