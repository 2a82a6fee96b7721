import { readBarcodes } from 'zxing-wasm/reader'

const CODES_A_PAGE = 8
const LONGEST_TEXT = 2048

/**
 * What to try, one after the other until something is read: the page as it is, then, for what was printed and scanned,
 * smaller pictures in which noise and torn edges are averaged away, and a threshold for the whole page.
 */
const ATTEMPTS = [
  { shrink: 1, options: {} },
  { shrink: 2, options: {} },
  { shrink: 1, options: { tryDenoise: true } },
  { shrink: 2, options: { binarizer: 'GlobalHistogram' } },
  { shrink: 3, options: {} },
]

/**
 * The texts of the QR codes in a picture.
 * @param {{ data: Uint8ClampedArray, width: number, height: number }} picture RGBA
 * @returns {Promise<string[]>} at most eight, each of at most 2048 characters
 */
export async function readQrCodes(picture) {
  for (const { shrink, options } of ATTEMPTS) {
    const read = await readBarcodes(shrunk(picture, shrink), {
      formats: ['QRCode'],
      tryHarder: true,
      maxNumberOfSymbols: CODES_A_PAGE,
      ...options,
    })
    const texts = read.map(({ text }) => text).filter((text) => text !== '' && text.length <= LONGEST_TEXT)
    if (texts.length > 0) return texts
  }
  return []
}

/** A picture of which every `by` times `by` dots became one, their mean, in grey. */
function shrunk(picture, by) {
  if (by === 1) return picture
  const width = Math.floor(picture.width / by)
  const height = Math.floor(picture.height / by)
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const grey = meanAround(picture, x * by, y * by, by)
      data.fill(grey, (y * width + x) * 4, (y * width + x) * 4 + 4)
    }
  }
  return { data, width, height }
}

function meanAround({ data, width }, left, top, by) {
  let sum = 0
  for (let y = top; y < top + by; y++) {
    for (let x = left; x < left + by; x++) {
      const at = (y * width + x) * 4
      sum += data[at] * 0.299 + data[at + 1] * 0.587 + data[at + 2] * 0.114
    }
  }
  return sum / (by * by)
}
