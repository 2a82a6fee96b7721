import type { GreyImage } from './grey-image'

/**
 * Smooths a picture by running means, which remove its grain and cost the same for every radius.
 * @param radius in pixels; one of 1 averages three by three
 * @param passes two come near to a Gaussian blur
 */
export function blurred(image: GreyImage, radius: number, passes = 2): GreyImage {
  const { width, height } = image
  if (radius < 1 || width <= 2 * radius || height <= 2 * radius) return image
  let data = image.data
  for (let pass = 0; pass < passes; pass++)
    data = downColumns(alongRows(data, width, height, radius), width, height, radius)
  return { data, width, height }
}

function alongRows(from: Uint8Array, width: number, height: number, radius: number): Uint8Array {
  const to = new Uint8Array(from.length)
  const share = 1 / (2 * radius + 1)
  for (let y = 0; y < height; y++) {
    const start = y * width
    const [first, last] = [from[start] ?? 0, from[start + width - 1] ?? 0]
    let sum = first * radius
    for (let x = 0; x < radius; x++) sum += from[start + x] ?? 0
    for (let x = 0; x < width; x++) {
      sum += x + radius < width ? (from[start + x + radius] ?? 0) : last
      to[start + x] = sum * share + 0.5
      sum -= x >= radius ? (from[start + x - radius] ?? 0) : first
    }
  }
  return to
}

/** Row by row with a sum for each column, since going down columns one by one would miss the cache at each step. */
function downColumns(from: Uint8Array, width: number, height: number, radius: number): Uint8Array {
  const to = new Uint8Array(from.length)
  const share = 1 / (2 * radius + 1)
  const sums = new Int32Array(width)
  const rowAt = (y: number) => Math.max(0, Math.min(height - 1, y)) * width
  for (let y = -radius; y < radius; y++) {
    const row = rowAt(y)
    for (let x = 0; x < width; x++) sums[x] = (sums[x] ?? 0) + (from[row + x] ?? 0)
  }
  for (let y = 0; y < height; y++) {
    const [enters, leaves, row] = [rowAt(y + radius), rowAt(y - radius), y * width]
    for (let x = 0; x < width; x++) {
      const sum = (sums[x] ?? 0) + (from[enters + x] ?? 0)
      to[row + x] = sum * share + 0.5
      sums[x] = sum - (from[leaves + x] ?? 0)
    }
  }
  return to
}
