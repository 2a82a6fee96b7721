import type { GreyImage } from './grey-image'

/** A picture turned clockwise about its centre, within its own frame. What enters from outside is grey. */
export function rotated(image: GreyImage, degrees: number): GreyImage {
  const { width, height } = image
  const data = new Uint8Array(width * height)
  const radians = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)]
  const [centreX, centreY] = [(width - 1) / 2, (height - 1) / 2]
  for (let y = 0; y < height; y++) {
    let fromX = centreX - centreX * cos + (y - centreY) * sin
    let fromY = centreY + centreX * sin + (y - centreY) * cos
    for (let x = 0; x < width; x++, fromX += cos, fromY -= sin) {
      data[y * width + x] = sampled(image, fromX, fromY)
    }
  }
  return { data, width, height }
}

function sampled({ data, width, height }: GreyImage, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) return 128
  const [across, down, at] = [x - left, y - top, top * width + left]
  const above = (data[at] ?? 0) * (1 - across) + (data[at + 1] ?? 0) * across
  const below = (data[at + width] ?? 0) * (1 - across) + (data[at + width + 1] ?? 0) * across
  return above * (1 - down) + below * down
}
