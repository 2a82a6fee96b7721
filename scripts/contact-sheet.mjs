import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { register } from 'tsx/esm/api'

// Sets a certificate for every name of the fixture and puts them on one picture, to be looked at by a person:
//   node scripts/contact-sheet.mjs [folder for the single pictures]
register()
const { exampleDocument, NAMES } = await import('../test/documents/certificate-fixture.ts')
const { closeRenderPool, renderCertificate, renderJpeg } =
  await import('../lib/render/certificate/render-certificate.ts')

const COLUMNS = 4
const CELL = { width: 560, height: 396 }
const GAP = 12
const SHEET = join(dirname(fileURLToPath(import.meta.url)), '..', 'docs', 'certificates', 'contact-sheet.png')

const folder = process.argv[2]
const cells = []
for (const [index, [what, fullName]] of NAMES.entries()) {
  const { pdf } = await renderCertificate(exampleDocument({ fullName, achievement: what }))
  const jpeg = await renderJpeg(pdf)
  if (folder) writeFileSync(join(folder, `${String(index).padStart(2, '0')}.png`), await sharp(jpeg).png().toBuffer())
  cells.push(await sharp(jpeg).resize(CELL).toBuffer())
}
await closeRenderPool()

const rows = Math.ceil(cells.length / COLUMNS)
const sheet = sharp({
  create: {
    width: COLUMNS * CELL.width + (COLUMNS + 1) * GAP,
    height: rows * CELL.height + (rows + 1) * GAP,
    channels: 3,
    background: '#e4e2dc',
  },
})
const placed = cells.map((input, index) => ({
  input,
  left: GAP + (index % COLUMNS) * (CELL.width + GAP),
  top: GAP + Math.floor(index / COLUMNS) * (CELL.height + GAP),
}))
mkdirSync(dirname(SHEET), { recursive: true })
await sheet.composite(placed).png({ palette: true, colours: 32, compressionLevel: 9 }).toFile(SHEET)
