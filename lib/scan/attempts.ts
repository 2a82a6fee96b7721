import { blurred } from './blur-image'
import { cropped } from './crop-image'
import type { DecodeOptions } from './decoder'
import type { GreyImage } from './grey-image'
import { resized, shrunk } from './resize-image'
import { rotated } from './rotate-image'
import type { Corner } from './scan-result'
import { sharpened } from './sharpen-image'
import { thresholded } from './threshold-image'

/** One way to read a picture: what is done to its pixels, and how hard the decoder then tries. */
export interface Attempt {
  name: string
  decoder: 'zxing' | 'jsqr'
  options: DecodeOptions
  /** The pixels that are decoded, or null where this attempt is nothing for such a picture. */
  prepare(image: GreyImage): Prepared | null
}

export interface Prepared {
  image: GreyImage
  /** Where a point of `image` lies in the picture that it was made of. */
  back(corner: Corner): Corner
}

const ALL: DecodeOptions = { invert: true, harder: true, downscale: true }
const ALL_AND_DENOISE: DecodeOptions = { ...ALL, denoise: true }
const PLAIN: DecodeOptions = { downscale: true }
/** Above this many pixels jsqr alone would use up the time of a picture. */
const JSQR_PIXELS = 250_000
const SMALL_PIXELS = 400_000

const inPlace = (image: GreyImage): Prepared => ({ image, back: (corner) => corner })
const scaled = (image: GreyImage, factor: number): Prepared => ({
  image,
  back: ({ x, y }) => ({ x: x / factor, y: y / factor }),
})
const pixelsOf = ({ width, height }: GreyImage) => width * height

function forJsqr(image: GreyImage): Prepared {
  const factor = Math.ceil(Math.sqrt(pixelsOf(image) / JSQR_PIXELS))
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

function middle(image: GreyImage): Prepared {
  const [left, top] = [Math.round(image.width / 4), Math.round(image.height / 4)]
  const part = cropped(image, left, top, image.width / 2, image.height / 2)
  return { image: resized(part, 2), back: ({ x, y }) => ({ x: left + x / 2, y: top + y / 2 }) }
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
  zxing('smoothed', ALL, (image) => inPlace(blurred(image, 1))),
  zxing('halved', ALL, (image) => (pixelsOf(image) > SMALL_PIXELS ? scaled(shrunk(image, 2), 0.5) : null)),
  zxing('doubled', ALL, (image) => (pixelsOf(image) > SMALL_PIXELS ? null : scaled(resized(image, 2), 2))),
  zxing('sharpened', ALL_AND_DENOISE, (image) => inPlace(sharpened(image, 3, 1))),
  zxing('turned', PLAIN, (image) => turned(image, 45)),
  jsqr('as it is, by jsqr', forJsqr),
  jsqr('thresholded, by jsqr', (image) => {
    return pixelsOf(image) > JSQR_PIXELS ? null : inPlace(thresholded(image, 121, 10))
  }),
]

/** What is tried on every frame of the camera. */
export const EVERY_FRAME: Attempt = zxing('frame', PLAIN, inPlace)

/** Of these, one after the other is tried beside it, on every second frame. */
export const SOME_FRAMES: readonly Attempt[] = [
  zxing('thresholded', PLAIN, (image) => inPlace(thresholded(image, 31, 4))),
  zxing('harder', { harder: true, invert: true }, inPlace),
  zxing('smoothed', PLAIN, (image) => inPlace(blurred(image, 1))),
  zxing('middle', PLAIN, middle),
]

/** What a frame gets where there is no WebAssembly: jsqr takes a second for a whole one. */
export const FRAME_WITHOUT_WASM: Attempt = jsqr('frame, by jsqr', forJsqr)
