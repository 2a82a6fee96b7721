import { readBarcodes } from 'zxing-wasm/reader'
import { greyOf, pictureOf, downsampled, softened } from './inspect-child-grey.mjs'

const CODES_A_PAGE = 8
const LONGEST_TEXT = 2048

/**
 * What is tried, one after the other, until something is read: the page as it is, then, for what was printed and
 * scanned, its grain smoothed away, and smaller pictures. Of the bad scans (75 to 150 dpi, blurred, grainy) that the
 * first attempt missed, smoothing alone read the most.
 */
const ATTEMPTS = [
  (page) => page,
  (page) => pictureOf(softened(softened(greyOf(page), 2), 1)),
  (page) => pictureOf(downsampled(greyOf(page), 2)),
  (page) => pictureOf(downsampled(greyOf(page), 3)),
]

/**
 * The texts of the QR codes in a picture.
 * @param {{ data: Uint8ClampedArray, width: number, height: number }} page RGBA
 * @returns {Promise<string[]>} at most eight, each of at most 2048 characters
 */
export async function readQrCodes(page) {
  for (const attempt of ATTEMPTS) {
    const options = { formats: ['QRCodeModel2'], tryHarder: true, maxNumberOfSymbols: CODES_A_PAGE }
    const read = await readBarcodes(attempt(page), options)
    const texts = read.map(({ text }) => text).filter((text) => text !== '' && text.length <= LONGEST_TEXT)
    if (texts.length > 0) return texts
  }
  return []
}
