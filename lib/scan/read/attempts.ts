import { blurred } from '@/lib/scan/image/blur-image'
import { cropped } from '@/lib/scan/image/crop-image'
import type { GreyImage } from '@/lib/scan/image/grey-image'
import { resized, shrunk } from '@/lib/scan/image/resize-image'
import { rotated } from '@/lib/scan/image/rotate-image'
import { sharpened } from '@/lib/scan/image/sharpen-image'
import { thresholded } from '@/lib/scan/image/threshold-image'
import type { DecodeOptions } from './decoder'
import type { Corner } from './scan-result'

/** One way to read a picture: how its pixels are prepared, and how hard the decoder then tries. */
export interface Attempt {
  name: string
  decoder: 'zxing' | 'jsqr'
  options: DecodeOptions
  /** The pixels that are decoded, or null where this attempt is nothing for such a picture. */
  prepare(image: GreyImage): Prepared | null
}

interface Prepared {
  image: GreyImage
  /** Where a point of `image` lies in the picture that it was made of. */
  back(corner: Corner): Corner
}

const ALL: DecodeOptions = { invert: true, harder: true, downscale: true }
const ALL_AND_DENOISE: DecodeOptions = { ...ALL, denoise: true }
const PLAIN: DecodeOptions = { downscale: true }
/** Above this many pixels jsqr alone would use up the time of a picture, or, where it is alone, of two. */
const JSQR_PIXELS = 160_000
const JSQR_ALONE_PIXELS = 500_000
/** Above this many, a code that is large enough to be seen has pixels enough, and doubling takes long. */
const DOUBLED_PIXELS = 1_000_000

const inPlace = (image: GreyImage): Prepared => ({ image, back: (corner) => corner })
const scaled = (image: GreyImage, factor: number): Prepared => ({
  image,
  back: ({ x, y }) => ({ x: x / factor, y: y / factor }),
})
const pixelsOf = ({ width, height }: GreyImage) => width * height

function forJsqr(image: GreyImage, pixels = JSQR_PIXELS): Prepared {
  const factor = Math.ceil(Math.sqrt(pixelsOf(image) / pixels))
  return scaled(shrunk(image, factor), factor < 2 ? 1 : 1 / factor)
}

function turned(image: GreyImage, degrees: number): Prepared {
  const radians = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)]
  const [midX, midY] = [(image.width - 1) / 2, (image.height - 1) / 2]
  const back = ({ x, y }: Corner) => ({
    x: midX + (x - midX) * cos + (y - midY) * sin,
    y: midY - (x - midX) * sin + (y - midY) * cos,
  })
  return { image: rotated(image, degrees), back }
}

/** The middle of a frame, where people hold a code, with its blur undone and twice as large. */
function middle(image: GreyImage, radius: number): Prepared {
  const [left, top] = [Math.round(image.width / 4), Math.round(image.height / 4)]
  const part = blurred(cropped(image, left, top, image.width / 2, image.height / 2), radius)
  const back = ({ x, y }: Corner) => ({ x: left + x / 2, y: top + y / 2 })
  return { image: resized(sharpened(part, 2, 3), 2), back }
}

const zxing = (name: string, options: DecodeOptions, prepare: Attempt['prepare']): Attempt => {
  return { name, decoder: 'zxing', options, prepare }
}
const jsqr = (name: string, prepare: Attempt['prepare']): Attempt => {
  return { name, decoder: 'jsqr', options: { invert: true }, prepare }
}

/** What is tried on a still picture, in this order, until something is read (docs/decisions/0021). */
export const PICTURE_ATTEMPTS: readonly Attempt[] = [
  zxing('as it is', ALL, inPlace),
  zxing('thresholded', ALL_AND_DENOISE, (image) => inPlace(thresholded(image, 31, 4))),
  zxing('sharpened and doubled', ALL, (image) => {
    return pixelsOf(image) > DOUBLED_PIXELS ? null : scaled(resized(sharpened(image, 2, 3), 2), 2)
  }),
  zxing('sharpened', ALL, (image) => (pixelsOf(image) > DOUBLED_PIXELS ? inPlace(sharpened(image, 2, 3)) : null)),
  zxing('halved', ALL, (image) => (pixelsOf(image) > DOUBLED_PIXELS ? scaled(shrunk(image, 2), 0.5) : null)),
  zxing('smoothed and sharpened', ALL, (image) => inPlace(sharpened(blurred(image, 1), 3, 4))),
  zxing('turned', PLAIN, (image) => turned(image, 45)),
  jsqr('by jsqr', (image) => forJsqr(image)),
  jsqr('thresholded, by jsqr', (image) => {
    return pixelsOf(image) > JSQR_PIXELS ? null : inPlace(thresholded(image, 121, 10))
  }),
]

/** The same where there is no WebAssembly. */
export const PICTURE_ATTEMPTS_WITHOUT_WASM: readonly Attempt[] = [
  jsqr('by jsqr, larger', (image) => forJsqr(image, JSQR_ALONE_PIXELS)),
  jsqr('by jsqr', (image) => forJsqr(image)),
]

/** What is tried on every frame of the camera. */
export const EVERY_FRAME: Attempt = zxing('frame', PLAIN, inPlace)

/** Of these, one after the other is tried beside it, on every second frame. */
export const SOME_FRAMES: readonly Attempt[] = [
  zxing('middle', PLAIN, (image) => middle(image, 0)),
  zxing('harder', { harder: true, invert: true }, inPlace),
  zxing('middle, smoothed', PLAIN, (image) => middle(image, 1)),
  zxing('thresholded', PLAIN, (image) => inPlace(thresholded(image, 31, 4))),
]

/** What a frame gets where there is no WebAssembly: jsqr takes a second for a whole one. */
export const FRAME_WITHOUT_WASM: Attempt = jsqr('frame, by jsqr', (image) => forJsqr(image))
