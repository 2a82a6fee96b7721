import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { register } from 'tsx/esm/api'

// Draws what designs look like, to be looked at by a person: every layout with three names, one design in every script, and
// the design of the example issuer.
//   node scripts/design-sheets.mjs
register()
const { exampleDocument, NAMES } = await import('../test/documents/certificate-fixture.ts')
const { closeRenderPool, renderCertificate } = await import('../lib/render/certificate/render-certificate.ts')
const { rasterisePage } = await import('../lib/render/typeset/rasterise-page.ts')
const { LAYOUTS } = await import('../lib/contract/design/layouts.ts')
const { readDesign } = await import('../lib/service/designs/read-design.ts')
const { readPageDesign } = await import('../lib/service/designs/design-to-wear.ts')

const DOCS = join(dirname(fileURLToPath(import.meta.url)), '..', 'docs', 'certificates')
const OWN = join(DOCS, 'northshore')
const GAP = 14
const CELL = { width: 620, height: 620 }
const ACCENTS = {
  classic: '#7a1f2b',
  modern: '#0b5d4f',
  band: '#12324a',
  diploma: '#5a4a1d',
  portrait: '#43306b',
  column: '#12507b',
}

const written = JSON.parse(readFileSync(join(OWN, 'design.json'), 'utf8'))
const own = await readPageDesign(await readDesign(written, (name) => readFile(join(OWN, name))))

async function drawn(document) {
  const { pdf } = await renderCertificate(exampleDocument(document))
  return rasterisePage(pdf, 150)
}

async function sheet(file, columns, pictures, cell) {
  const rows = Math.ceil(pictures.length / columns)
  const placed = await Promise.all(
    pictures.map(async (picture, index) => ({
      input: await sharp(picture)
        .resize({ ...cell, fit: 'inside' })
        .toBuffer(),
      left: GAP + (index % columns) * (cell.width + GAP),
      top: GAP + Math.floor(index / columns) * (cell.height + GAP),
    })),
  )
  const size = { width: columns * (cell.width + GAP) + GAP, height: rows * (cell.height + GAP) + GAP }
  const ground = sharp({ create: { ...size, channels: 3, background: '#d9d6cf' } })
  await ground.composite(placed).png({ palette: true, colours: 64, compressionLevel: 9 }).toFile(join(DOCS, file))
}

const three = [
  ['Ana-Lucía Müller Nguyễn', 'a4'],
  ['محمّد بن موسى الخُوارِزْمِيّ', 'letter'],
  ['Wolfeschlegelsteinhausenbergerdorff '.repeat(6).slice(0, 200).trim(), 'a4'],
]
const perLayout = { landscape: [], upright: [] }
for (const layout of LAYOUTS) {
  const design = { ...own, layout, colours: { ...own.colours, accent: ACCENTS[layout] } }
  const upright = layout === 'portrait' || layout === 'column'
  for (const [fullName, paper] of three)
    perLayout[upright ? 'upright' : 'landscape'].push(await drawn({ fullName, design: { ...design, paper } }))
}
await sheet('layouts.png', 3, perLayout.landscape, { width: CELL.width, height: 438 })
await sheet('layouts-upright.png', 3, perLayout.upright, { width: 438, height: CELL.width })
const scripts = []
for (const [what, fullName] of NAMES) scripts.push(await drawn({ fullName, achievement: what, design: own }))
await sheet('design-in-all-scripts.png', 4, scripts, { width: 480, height: 340 })
await sharp(await drawn({ design: own }))
  .resize({ width: 1400 })
  .png({ palette: true, colours: 64 })
  .toFile(join(DOCS, 'northshore.png'))
await closeRenderPool()
