import type { GreyImage } from './grey-image'

/** A picture at 1/`factor` of its size. Each pixel is the mean of those that it replaces. */
export function shrunk(image: GreyImage, factor: number): GreyImage {
  const width = Math.floor(image.width / factor)
  const height = Math.floor(image.height / factor)
  if (factor < 2 || width === 0 || height === 0) return image
  const data = new Uint8Array(width * height)
  const sums = new Int32Array(width)
  for (let y = 0; y < height; y++) {
    sums.fill(0)
    for (let row = y * factor; row < (y + 1) * factor; row++) {
      let from = row * image.width
      for (let x = 0; x < width; x++) {
        let sum = 0
        for (const end = from + factor; from < end; from++) sum += image.data[from] ?? 0
        sums[x] = (sums[x] ?? 0) + sum
      }
    }
    for (let x = 0; x < width; x++) data[y * width + x] = (sums[x] ?? 0) / (factor * factor)
  }
  return { data, width, height }
}

/** A picture at any size, between its pixels in proportion (bilinear); meant for making larger. */
export function resized(image: GreyImage, factor: number): GreyImage {
  const width = Math.max(1, Math.round(image.width * factor))
  const height = Math.max(1, Math.round(image.height * factor))
  const data = new Uint8Array(width * height)
  const columns = placesOf(width, image.width)
  const rows = placesOf(height, image.height)
  for (let y = 0; y < height; y++) {
    const top = (rows.before[y] ?? 0) * image.width
    const bottom = (rows.after[y] ?? 0) * image.width
    const down = rows.share[y] ?? 0
    for (let x = 0; x < width; x++) {
      const [left, right, across] = [columns.before[x] ?? 0, columns.after[x] ?? 0, columns.share[x] ?? 0]
      const above = (image.data[top + left] ?? 0) * (256 - across) + (image.data[top + right] ?? 0) * across
      const below = (image.data[bottom + left] ?? 0) * (256 - across) + (image.data[bottom + right] ?? 0) * across
      data[y * width + x] = (above * (256 - down) + below * down + 0x8000) >> 16
    }
  }
  return { data, width, height }
}

/** For each pixel of the new line, its two neighbours in the old one and how near the second is, of 256. */
function placesOf(count: number, old: number) {
  const before = new Int32Array(count)
  const after = new Int32Array(count)
  const share = new Int32Array(count)
  for (let at = 0; at < count; at++) {
    const place = Math.max(0, Math.min(old - 1, ((at + 0.5) * old) / count - 0.5))
    before[at] = Math.floor(place)
    after[at] = Math.min(old - 1, Math.floor(place) + 1)
    share[at] = Math.round((place - Math.floor(place)) * 256)
  }
  return { before, after, share }
}
