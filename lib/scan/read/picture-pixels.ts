import { type RgbaImage } from '@/lib/scan/image/grey-image'
import { ScanFailure } from './scan-failure'

/** A code that fills a tenth of a picture has enough pixels at this size, and a phone's twelve million would be slow. */
const LONGEST_SIDE = 2048

/** Whether pixels can be taken out of pictures here, in a worker as in a page. */
export function canTakePixels(): boolean {
  return typeof OffscreenCanvas === 'function' && typeof createImageBitmap === 'function'
}

/**
 * The pixels of a picture file, upright, and made smaller where it is very large.
 * @throws DOMException when it is no picture that the browser shows
 * @throws ScanFailure `hidden`
 */
export async function rgbaOfFile(picture: Blob): Promise<RgbaImage> {
  const bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' })
  try {
    return rgbaOf(bitmap, bitmap.width, bitmap.height)
  } finally {
    bitmap.close()
  }
}

/**
 * The pixels of a frame, which is closed.
 * @throws ScanFailure `hidden`
 */
export function rgbaOfFrame(frame: ImageBitmap | VideoFrame): RgbaImage {
  try {
    return 'width' in frame
      ? rgbaOf(frame, frame.width, frame.height)
      : rgbaOf(frame, frame.displayWidth, frame.displayHeight)
  } finally {
    frame.close()
  }
}

function rgbaOf(source: CanvasImageSource, fullWidth: number, fullHeight: number): RgbaImage {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(fullWidth, fullHeight))
  const width = Math.max(1, Math.round(fullWidth * scale))
  const height = Math.max(1, Math.round(fullHeight * scale))
  const context = contextOf(width, height)
  if (!context) throw new DOMException('No canvas', 'InvalidStateError')
  if (!givesPixels()) throw new ScanFailure('hidden')
  context.drawImage(source, 0, 0, width, height)
  const { data } = context.getImageData(0, 0, width, height)
  return { data, width, height }
}

/** What is drawn to see whether it comes back: half of it white. */
const PROBE_SIDE = 16
let isGiven: boolean | undefined

/**
 * Whether what is read of a canvas is what was drawn. Against tracking some browsers give noise, or nothing but white: Tor Browser
 * and Firefox with `resistFingerprinting`. In noise nobody finds a code, which says nothing of the picture. The slight noise of
 * Safari and Brave hides none.
 */
function givesPixels(): boolean {
  isGiven ??= comesBack()
  return isGiven
}

function comesBack(): boolean {
  const context = contextOf(PROBE_SIDE, PROBE_SIDE)
  if (!context) return false
  const half = (PROBE_SIDE * PROBE_SIDE) / 2
  context.fillStyle = '#000'
  context.fillRect(0, 0, PROBE_SIDE, PROBE_SIDE)
  context.fillStyle = '#fff'
  context.fillRect(0, 0, PROBE_SIDE, PROBE_SIDE / 2)
  const { data } = context.getImageData(0, 0, PROBE_SIDE, PROBE_SIDE)
  return data.every((value, at) => at % 4 === 3 || value > 127 === at < half * 4)
}

function contextOf(width: number, height: number): CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null {
  const settings: CanvasRenderingContext2DSettings = { willReadFrequently: true }
  if (typeof OffscreenCanvas === 'function') {
    return new OffscreenCanvas(width, height).getContext('2d', settings)
  }
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  return canvas.getContext('2d', settings)
}
