import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { LAYOUTS } from '@/lib/contract/design/layouts'
import { projectDir } from '@/lib/project-dir'
import type { PageDesign } from '@/lib/render/certificate/page-design'
import { typesetCertificate } from '@/lib/render/certificate/typeset-certificate'
import { readPageDesign } from '@/lib/service/designs/design-to-wear'
import { readDesign } from '@/lib/service/designs/read-design'
import { exampleDocument } from './data/example-document'
import { median } from './median'

const ROUNDS = 30
const OWN = join(projectDir(), 'docs', 'certificates', 'northshore')
/** A picture of noise, which no coding makes smaller: about as large as a logo may be. */
const NOISE = { width: 182, height: 182 }

/**
 * What setting a page in a design costs, as a ratio of processor time to the service's own page in the same run, and how large
 * the files are: with the design of the example issuer in every layout, and with a logo of 100 kB.
 */
export async function benchDesigns(): Promise<void> {
  const written: unknown = JSON.parse(readFileSync(join(OWN, 'design.json'), 'utf8'))
  const own = await readPageDesign(await readDesign(written, (name) => readFile(join(OWN, name))))
  const pages = new Map<string, PageDesign | null>([['plain', null]])
  for (const layout of LAYOUTS) pages.set(layout, { ...own, layout })
  const { taken, sizes } = setInTurn(pages)
  const floor = median(taken.get('plain') ?? [])
  for (const [name, times] of taken) {
    const ratio = median(times) / floor
    console.log(
      `${name.padEnd(10)} ${ratio.toFixed(2)} ×  ${(median(times) / 1000).toFixed(1)} ms  ${sizes.get(name)} bytes`,
    )
  }
  const noise = sharp(randomBytes(NOISE.width * NOISE.height * 3), { raw: { ...NOISE, channels: 3 } })
  const logo = { bytes: new Uint8Array(await noise.png().toBuffer()), mediaType: 'image/png' as const }
  const { pdf } = typesetCertificate({ ...exampleDocument(0), design: { ...own, logo } })
  console.log(`with a logo of ${logo.bytes.length} bytes: ${pdf.length} bytes`)
}

/** In alternation, so that a machine that changes its speed does so for all of them; two rounds warm up. */
function setInTurn(pages: ReadonlyMap<string, PageDesign | null>) {
  const taken = new Map<string, number[]>([...pages.keys()].map((name) => [name, []]))
  const sizes = new Map<string, number>()
  for (let round = -2; round < ROUNDS; round += 1) {
    for (const [name, design] of pages) {
      const document = { ...exampleDocument(round + 2), design }
      const before = process.cpuUsage()
      const { pdf } = typesetCertificate(document)
      const { user, system } = process.cpuUsage(before)
      sizes.set(name, pdf.length)
      if (round >= 0) taken.get(name)?.push(user + system)
    }
  }
  return { taken, sizes }
}
