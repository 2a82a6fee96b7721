// A process of its own that decodes one picture from standard input and writes the same picture to standard output as a file
// of our making, after a line that says what it is. It exits with 65 if the picture is at fault.
// Plain JavaScript, because compiling TypeScript would cost it its start.
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { prepareZXingModule } from 'zxing-wasm/reader'
import { wasmOf } from '../inspect/inspect-child-open.mjs'
import { readQrCodes } from '../inspect/inspect-child-qr.mjs'
import { ofThePicture } from './picture-fault.mjs'

const MOST_PIXELS = 4096 * 4096
/** Of a photograph as cameras write it, line after line: its decoder makes it smaller as it reads, and holds few lines at once. */
const MOST_PIXELS_OF_PHOTOGRAPHS = 8192 * 8192
/** What it may have once it is written: every certificate carries it. */
const MOST_BYTES = 100 * 1024
/** Pixels of the longer side: 600 dots an inch for a logo of 7 cm. */
const LONGEST_SIDE = 1600
/** Of a page of ours, which is only searched for codes. */
const isPage = process.argv[2] === 'page'
const SEARCHED_SIDE = isPage ? 4096 : LONGEST_SIDE
/** Below this a logo is blurred in print. */
const SHORTEST_SIDE = 640
/** Of a colour on white that nobody sees: what a JPEG of a blank sheet has beside white. */
const PALEST = 250
/** How often it is written smaller, so that nobody has to make a photograph or a scan smaller by hand. */
const MOST_TIMES = 3

sharp.cache(false)
sharp.concurrency(1)
const input = readFileSync(0)
const told = { failOn: 'warning', limitInputPixels: MOST_PIXELS_OF_PHOTOGRAPHS, animated: false }

const { format, pages = 1, isProgressive } = await ofThePicture(() => sharp(input, told).metadata())
if (!['png', 'jpeg', 'svg'].includes(format) || pages > 1) process.exit(65)
// One of several scans is held whole before the first line of it is known.
const isPhotograph = format === 'jpeg' && !isProgressive
const options = { ...told, limitInputPixels: isPhotograph ? MOST_PIXELS_OF_PHOTOGRAPHS : MOST_PIXELS }
/** @param {number} side the most pixels of the longer one */
const within = (side) =>
  sharp(input, options)
    .autoOrient()
    .toColourspace('srgb')
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: format !== 'svg' })
const seen = await ofThePicture(() =>
  within(SEARCHED_SIDE).flatten({ background: '#fff' }).ensureAlpha().raw().toBuffer({ resolveWithObject: true }),
)
prepareZXingModule({ overrides: { wasmBinary: wasmOf('zxing-wasm/reader/zxing_reader.wasm') } })
const codes = await readQrCodes({
  data: new Uint8ClampedArray(seen.data),
  width: seen.info.width,
  height: seen.info.height,
})
// The browser's decoders and ours read a vector graphic alike: that one is written anew elsewhere.
const bytes = format === 'svg' || isPage ? Buffer.alloc(0) : await written()
const said = Buffer.from(`${JSON.stringify({ format, codes, blank: await blank() })}\n`)
process.stdout.write(Buffer.concat([said, bytes]), () => process.exit(0))

/** Whether nothing of it is seen on any paper, or nothing on white paper, as of a logo in white on nothing; null where something is. */
async function blank() {
  if (!seen.data.every((value) => value >= PALEST)) return null
  const alphas = await ofThePicture(() => within(LONGEST_SIDE).ensureAlpha().extractChannel(3).raw().toBuffer())
  const [first = 0] = alphas
  return alphas.every((alpha) => Math.abs(alpha - first) <= 255 - PALEST) ? 'everywhere' : 'on_white'
}

/** As large as it may be; too many bytes where it would have to be smaller than is good. */
async function written() {
  let side = Math.min(LONGEST_SIDE, Math.max(seen.info.width, seen.info.height))
  let bytes = await encoded(within(side), 85)
  for (let time = 0; time < MOST_TIMES && bytes.length > MOST_BYTES && side > SHORTEST_SIDE; time++) {
    side = Math.max(SHORTEST_SIDE, Math.floor(side * Math.min(0.9, Math.sqrt((1.2 * MOST_BYTES) / bytes.length))))
    bytes = await encoded(within(side), 70)
  }
  return bytes
}

/**
 * @param {import('sharp').Sharp} picture
 * @param {number} quality
 */
function encoded(picture, quality) {
  return format === 'png'
    ? picture.png({ compressionLevel: 9, palette: true, quality: quality + 10, effort: 7 }).toBuffer()
    : picture.jpeg({ quality, chromaSubsampling: '4:4:4', mozjpeg: true }).toBuffer()
}
