import { blurred } from './blur-image'
import type { GreyImage } from './grey-image'

/**
 * Unsharp masking: the difference between a picture and its blur is added to the picture.
 * @param radius of that blur, about that of the blur to be undone
 * @param amount how many times the difference is added
 */
export function sharpened(image: GreyImage, radius: number, amount: number): GreyImage {
  const soft = blurred(image, radius).data
  const { width, height } = image
  const data = new Uint8Array(soft.length)
  for (let at = 0; at < data.length; at++) {
    const value = image.data[at] ?? 0
    const mended = value + amount * (value - (soft[at] ?? 0))
    data[at] = mended < 0 ? 0 : mended > 255 ? 255 : mended
  }
  return { data, width, height }
}
