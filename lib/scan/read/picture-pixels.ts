import { type RgbaImage } from '@/lib/scan/image/grey-image'

/** A code that fills a tenth of a picture has enough pixels at this size, and a phone's twelve million would be slow. */
const LONGEST_SIDE = 2048

/** Whether pixels can be taken out of pictures here, in a worker as in a page. */
export function canTakePixels(): boolean {
  return typeof OffscreenCanvas === 'function' && typeof createImageBitmap === 'function'
}

/**
 * The pixels of a picture file, upright, and made smaller where it is very large.
 * @throws DOMException when it is no picture that the browser shows
 */
export async function rgbaOfFile(picture: Blob): Promise<RgbaImage> {
  const bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' })
  try {
    return rgbaOf(bitmap, bitmap.width, bitmap.height)
  } finally {
    bitmap.close()
  }
}

/** The pixels of a frame, which is closed. */
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
  context.drawImage(source, 0, 0, width, height)
  const { data } = context.getImageData(0, 0, width, height)
  return { data, width, height }
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
