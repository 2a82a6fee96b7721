/** A picture of one byte a pixel, row by row, 0 black and 255 white. */
export interface GreyImage {
  data: Uint8Array
  width: number
  height: number
}

/** A picture of four bytes a pixel, as a canvas gives it. */
export interface RgbaImage {
  data: Uint8Array | Uint8ClampedArray
  width: number
  height: number
}

/** The luma (BT.601) of a picture. What is transparent becomes white, since codes are drawn black on nothing. */
export function greyFromRgba({ data, width, height }: RgbaImage): GreyImage {
  const grey = new Uint8Array(width * height)
  for (let from = 0, to = 0; to < grey.length; from += 4, to++) {
    const luma = (306 * (data[from] ?? 0) + 601 * (data[from + 1] ?? 0) + 117 * (data[from + 2] ?? 0) + 512) >> 10
    const alpha = data[from + 3] ?? 255
    grey[to] = alpha === 255 ? luma : 255 + (((luma - 255) * alpha) >> 8)
  }
  return { data: grey, width, height }
}
