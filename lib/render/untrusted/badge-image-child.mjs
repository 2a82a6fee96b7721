// A process of its own that decodes one PNG from standard input and writes the same picture to standard output as a PNG
// of our making. It exits with 65 if the picture is at fault.
// Plain JavaScript, because compiling TypeScript would cost it its start.
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { ofThePicture } from './picture-fault.mjs'

const MOST_PIXELS = 4096 * 4096

sharp.cache(false)
sharp.concurrency(1)
const input = readFileSync(0)
const { data, info } = await ofThePicture(() =>
  sharp(input, { failOn: 'warning', limitInputPixels: MOST_PIXELS, animated: false })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true }),
)
const { width, height, channels } = info
const png = await sharp(data, { raw: { width, height, channels } }).png({ compressionLevel: 9 }).toBuffer()
process.stdout.write(png, () => process.exit(0))
