import type { GreyImage } from './grey-image'

/** A part of a picture, by its position and size in pixels. Parts outside the picture are left out. */
export function cropped(image: GreyImage, left: number, top: number, width: number, height: number): GreyImage {
  const x = Math.max(0, Math.min(image.width - 1, Math.round(left)))
  const y = Math.max(0, Math.min(image.height - 1, Math.round(top)))
  const wide = Math.max(1, Math.min(image.width - x, Math.round(width)))
  const high = Math.max(1, Math.min(image.height - y, Math.round(height)))
  const data = new Uint8Array(wide * high)
  for (let row = 0; row < high; row++) {
    const from = (y + row) * image.width + x
    data.set(image.data.subarray(from, from + wide), row * wide)
  }
  return { data, width: wide, height: high }
}
