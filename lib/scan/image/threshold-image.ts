import type { GreyImage } from './grey-image'

/**
 * Makes every pixel black or white by the mean around it (Bradley and Roth), which evens out shadows and uneven light.
 * @param side of the square whose mean counts, in pixels
 * @param margin by which a pixel must be darker than the mean to be black, of 255
 */
export function thresholded(image: GreyImage, side: number, margin: number): GreyImage {
  const { width, height } = image
  const sums = integralOf(image)
  const line = width + 1
  const half = Math.max(1, side >> 1)
  const data = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const top = Math.max(0, y - half)
    const bottom = Math.min(height, y + half + 1)
    for (let x = 0; x < width; x++) {
      const left = Math.max(0, x - half)
      const right = Math.min(width, x + half + 1)
      const below = (sums[bottom * line + right] ?? 0) - (sums[bottom * line + left] ?? 0)
      const above = (sums[top * line + right] ?? 0) - (sums[top * line + left] ?? 0)
      const sum = below - above
      const count = (bottom - top) * (right - left)
      data[y * width + x] = ((image.data[y * width + x] ?? 0) + margin) * count > sum ? 255 : 0
    }
  }
  return { data, width, height }
}

/** Sums of all pixels above and left of each. White pictures of up to sixteen million pixels fit. */
function integralOf({ data, width, height }: GreyImage): Uint32Array {
  const line = width + 1
  const sums = new Uint32Array(line * (height + 1))
  for (let y = 0; y < height; y++) {
    let sum = 0
    for (let x = 0; x < width; x++) {
      sum += data[y * width + x] ?? 0
      sums[(y + 1) * line + x + 1] = (sums[y * line + x + 1] ?? 0) + sum
    }
  }
  return sums
}
