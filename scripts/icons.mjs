// Makes the icons of the site and of the installable app out of public/icon.svg, into public/icons:  node scripts/icons.mjs
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

const root = join(import.meta.dirname, '..')
const svg = await readFile(join(root, 'public/icon.svg'))
const PAPER = '#f6f5f1'
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 }

/** @param share of the side that the drawing takes: a maskable icon is cut to a circle of 80 % */
async function icon(name, side, share, background) {
  const inner = Math.round(side * share)
  const drawing = await sharp(svg, { density: (72 * inner) / 32 })
    .resize(inner, inner)
    .png()
    .toBuffer()
  await sharp({ create: { width: side, height: side, channels: 4, background } })
    .composite([{ input: drawing }])
    .png({ palette: true, compressionLevel: 9 })
    .toFile(join(root, 'public/icons', `${name}-${side}.png`))
}

/** A Windows icon that holds one PNG, which everything since 2007 reads: header, one entry, picture. */
async function favicon(side) {
  const png = await sharp(svg, { density: (72 * side) / 32 })
    .resize(side, side)
    .png({ compressionLevel: 9 })
    .toBuffer()
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(side, 6)
  head.writeUInt8(side, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  await writeFile(join(root, 'public/icons/favicon.ico'), Buffer.concat([head, png]))
}

await mkdir(join(root, 'public/icons'), { recursive: true })
await icon('any', 192, 1, CLEAR)
await icon('any', 512, 1, CLEAR)
await icon('maskable', 192, 0.62, PAPER)
await icon('maskable', 512, 0.62, PAPER)
await icon('touch', 180, 0.72, PAPER)
await favicon(48)
