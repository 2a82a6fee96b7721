// A process of its own that decodes one picture from standard input and writes the same picture to standard output as a file
// of our making, after a line that says what it is. It exits with 65 if the picture is at fault.
// Plain JavaScript, because compiling TypeScript would cost it its start.
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { prepareZXingModule } from 'zxing-wasm/reader'
import { ofThePicture } from './picture-fault.mjs'
import { wasmOf } from '../inspect/inspect-child-open.mjs'
import { readQrCodes } from '../inspect/inspect-child-qr.mjs'

const MOST_PIXELS = 4096 * 4096
/** Pixels of the longer side: 600 dots an inch for a logo of 7 cm. */
const LONGEST_SIDE = 1600

sharp.cache(false)
sharp.concurrency(1)
const input = readFileSync(0)
const options = { failOn: 'warning', limitInputPixels: MOST_PIXELS, animated: false }

const { format, pages = 1 } = await ofThePicture(() => sharp(input, options).metadata())
if (!['png', 'jpeg', 'svg'].includes(format) || pages > 1) process.exit(65)
const picture = sharp(input, options)
  .autoOrient()
  .toColourspace('srgb')
  .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: format !== 'svg' })
const seen = await ofThePicture(() =>
  picture.clone().flatten({ background: '#fff' }).ensureAlpha().raw().toBuffer({ resolveWithObject: true }),
)
prepareZXingModule({ overrides: { wasmBinary: wasmOf('zxing-wasm/reader/zxing_reader.wasm') } })
const codes = await readQrCodes({
  data: new Uint8ClampedArray(seen.data),
  width: seen.info.width,
  height: seen.info.height,
})
// The browser's decoders and ours read a vector graphic alike: that one is written anew elsewhere.
const bytes =
  format === 'svg'
    ? Buffer.alloc(0)
    : format === 'png'
      ? await picture.png({ compressionLevel: 9, palette: true, quality: 95, effort: 7 }).toBuffer()
      : await picture.jpeg({ quality: 85, chromaSubsampling: '4:4:4', mozjpeg: true }).toBuffer()
const said = Buffer.from(`${JSON.stringify({ format, codes: codes.length })}\n`)
process.stdout.write(Buffer.concat([said, bytes]), () => process.exit(0))
