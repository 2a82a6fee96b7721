import jsQR from 'jsqr'
import type { Decode } from './decoder'

/** The decoder without WebAssembly. It finds one code per picture, and takes a second if there is none. */
export const decodeWithJsqr: Decode = ({ data, width, height }, { invert }) => {
  if (width === 0 || height === 0) return []
  const rgba = new Uint8ClampedArray(data.length * 4)
  const pixels = new Uint32Array(rgba.buffer)
  for (const [index, grey] of data.entries()) pixels[index] = grey * 0x010101 + 0xff000000
  const found = jsQR(rgba, width, height, { inversionAttempts: invert ? 'attemptBoth' : 'dontInvert' })
  if (!found?.data) return []
  const { topLeftCorner, topRightCorner, bottomRightCorner, bottomLeftCorner } = found.location
  return [{ text: found.data, corners: [topLeftCorner, topRightCorner, bottomRightCorner, bottomLeftCorner] }]
}
